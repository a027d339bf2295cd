// The home page has a search field of its own: Tab need not stop at the bar's, too, nor at examples of what to type.

for (const opener of document.querySelectorAll(".bar [data-search], .examples a")) opener.tabIndex = -1;
