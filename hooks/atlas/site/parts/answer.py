"""The answer on a feature's page, besides its level: since when, and whether announcements still state it."""

from atlas.history.lifecycle import Lifecycle
from atlas.knowledge.stability import REMOVED
from atlas.site.view import View


def since(lifecycle: Lifecycle, view: View) -> str:
    """Return since when a feature has its level: “since PyTorch 1.10, October 2021”.

    It is “in …” if the feature was removed, “announced in …” if no level is stated. If announcements no longer use the
    level, it is the last release that states it: “PyTorch 2.0, March 2023”.
    """
    now, locale = lifecycle.last_step, view.locale
    stability = lifecycle.stability
    if now.state == stability.no_level:
        text = locale.gettext("announced in %(release)s")
    elif now.state == REMOVED:
        text = locale.gettext("in %(release)s")
    else:
        text = locale.gettext("since %(release)s")
    version = lifecycle.state_version
    release = f"PyTorch {version}"
    words = release if lifecycle.is_disused else text % {"release": release}
    released = view.collection.release(version).date
    if not released:
        return words
    return locale.gettext("%(since)s, %(month)s") % {"since": words, "month": locale.month(released)}


def last_stated(lifecycle: Lifecycle, view: View) -> str:
    """Return a sentence that says which release stated the level last; empty if the newest release states it."""
    stating, newest = lifecycle.stating_versions, view.collection.versions[-1]
    if lifecycle.is_news or lifecycle.last_step.state == REMOVED or not stating or stating[-1] == newest:
        return ""
    words = view.locale.gettext("After %(version)s, no announcement recorded here (up to %(newest)s) states its level.")
    return words % {"version": stating[-1], "newest": newest}


def disused(lifecycle: Lifecycle, view: View) -> str:
    """Return a sentence that says up to which release the level was in use; empty if it still is."""
    used_until = lifecycle.stability.used_until(lifecycle.last_step.state) if lifecycle.is_disused else ""
    words = view.locale.gettext("PyTorch used “%(level)s” as a level up to %(version)s.")
    values = {"level": view.locale.state_in_sentence(lifecycle.last_step.state), "version": used_until}
    return words % values if used_until else ""
