"""The date on which the site's sources last changed. Unlike today's date, it keeps builds reproducible."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path


def updated(root: Path) -> str:
    """Return the date of SOURCE_DATE_EPOCH, else of git's last commit, in ISO 8601; empty if invalid or unknown."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH", ""):
        try:
            return datetime.fromtimestamp(int(epoch), tz=UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):  # not a number, or out of range
            return ""
    command = ("git", "-C", str(root), "log", "-1", "--format=%cs")
    try:
        log = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return log.stdout.strip()
