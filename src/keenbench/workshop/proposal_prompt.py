"""Where the prompt of a proposal is: docs/prompts/proposal-v2.md, sent as it stands."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_NAME = "proposal-v2.md"
# A wheel carries the file inside the package; a checkout has it among its documents.
_PLACES = (_PACKAGE / "prompts" / _NAME, _PACKAGE.parent.parent / "docs" / "prompts" / _NAME)


@cache
def proposal_prompt() -> str:
    return next(place for place in _PLACES if place.is_file()).read_text(encoding="utf-8")
