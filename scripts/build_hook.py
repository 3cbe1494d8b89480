"""Builds the client into the package, so that whoever installs it needs no Node; fails rather than ship without it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildClient(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it packs a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless the package is only linked to its sources: then make does."""
        if version == "editable":
            return
        for step in ("install", "build"):
            subprocess.run([str(Path(self.root, "scripts", "client")), step], check=True)
        if not Path(self.root, "src/lantern/server/client/index.html").exists():
            raise RuntimeError("the client was not built")
