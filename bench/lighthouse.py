"""Lighthouse on a phone: performance, accessibility, best practices and SEO of a few pages (``make lighthouse``).

Another site that was built: ``make lighthouse SITE=DIR``. The site is served compressed, below a sub-path, on loopback.
Needs Node; what it runs is pinned in package-lock.json.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from browsing import BROWSERS  # type: ignore[import-not-found]
from search import built
from served import serving  # type: ignore[import-not-found]

HERE = Path(__file__).parent
PAGES = [language + page for page in ("", "releases/2.1/", "features/fx/", "features/") for language in ("", "en/")]
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 95, "seo": 100}
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"


def main(folder: str | None) -> int:
    """Print a row a page, and what costs points; 1 if a page has too few."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    environ = {**os.environ, "CHROME_PATH": path} if path else dict(os.environ)
    missed = 0
    print(f"{'':22}{''.join(f'{name:>16}' for name in LEAST)}   FCP, LCP, TBT, CLS, weight")
    with built(folder) as site, serving(site) as address:
        for page in PAGES:
            report = audited(address + page, environ)
            scores = {name: round((report["categories"][name]["score"] or 0) * 100) for name in LEAST}
            figures = [report["audits"][name].get("displayValue", "?") for name in (*FIGURES, "total-byte-weight")]
            print(f"{page or '(home)':22}{''.join(f'{score:16}' for score in scores.values())}   {', '.join(figures)}")
            for name in [name for name, score in scores.items() if score < LEAST[name]]:
                missed += 1
                print(f"  {name} should be {LEAST[name]}: {', '.join(costly(report, name))}")
    return int(missed > 0)


def audited(address: str, environ: dict[str, str]) -> dict[str, Any]:
    """What Lighthouse reports of a page."""
    command = ["node_modules/.bin/lighthouse", address, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"]
    done = subprocess.run(command, cwd=HERE, env=environ, check=True, stdout=subprocess.PIPE)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def costly(report: dict[str, Any], category: str) -> list[str]:
    """Audits of a category that cost points."""
    audits = [part["id"] for part in report["categories"][category]["auditRefs"] if part["weight"]]
    return [name for name in audits if (report["audits"][name]["score"] or 0) < 1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
