// The home page has a search field of its own: Tab need not stop at the bar's, too.

document.querySelector(".bar [data-search]").tabIndex = -1;
