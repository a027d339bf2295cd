"""Queries asked in an open search dialog."""


def ask(page, query):
    """Enter a query into an open dialog; return the addresses of its results, best first."""
    page.get_by_role("searchbox").fill(query)
    page.locator("dialog:has(ol:not([aria-busy])) [role=status]:not(:empty)").wait_for(state="attached")
    return page.locator("dialog ol > li > a").evaluate_all("links => links.map((link) => link.href)")


# Each query is answered within the task that follows its input, as soon as the index is loaded.
ANSWERS = """async (queries) => {
  const [field, answers] = [document.querySelector("dialog [type=search]"), []];
  for (const query of queries) {
    field.value = query;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done));
    answers.push([...document.querySelectorAll("dialog ol > li > a")].map((link) => link.href));
  }
  return answers;
}"""


def ask_all(page, queries):
    """Enter queries one after the other into an open dialog; return the addresses of the results of each."""
    ask(page, queries[0])
    return page.evaluate(ANSWERS, queries)
