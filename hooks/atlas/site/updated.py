"""The day on which the site's sources were last changed, so that the same sources always make the same site."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path


def updated(root: Path) -> str:
    """As SOURCE_DATE_EPOCH says, else the day of git's last commit (ISO 8601); empty where neither tells."""
    if epoch := os.environ.get("SOURCE_DATE_EPOCH", ""):
        try:
            return datetime.fromtimestamp(int(epoch), tz=UTC).date().isoformat()
        except (ValueError, OverflowError, OSError):  # no number, or none of a day that a calendar has
            return ""
    command = ("git", "-C", str(root), "log", "-1", "--format=%cs")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
