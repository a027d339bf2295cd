"""The date on which the site's sources last changed. Unlike today's date, it keeps builds reproducible."""

import os
import subprocess
from datetime import UTC, date, datetime
from pathlib import Path


def updated(root: Path) -> date | None:
    """Return the date of SOURCE_DATE_EPOCH, else of git's last commit; None if invalid or unknown."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH", ""):
        try:
            return datetime.fromtimestamp(int(epoch), tz=UTC).date()
        except (ValueError, OverflowError, OSError):  # not a number, or out of range
            return None
    command = ("git", "-C", str(root), "log", "-1", "--format=%cs")
    try:
        log = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    day = log.stdout.strip()
    return date.fromisoformat(day) if day else None
