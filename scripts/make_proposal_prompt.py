"""Writes the list of operations into docs/prompts/proposal-v2.md, from the operations themselves.

`--check` tells whether the document is up to date and changes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from keenbench.workshop import ops_specs

PROMPT = Path(__file__).parent.parent / "docs" / "prompts" / "proposal-v2.md"
_BEGIN = "<!-- made by scripts/make_proposal_prompt.py: begin -->\n"
_END = "<!-- end -->\n"
_KINDS = ("docx", "xlsx", "pptx", "odt", "pdf")


def made(text: str) -> str:
    """Return the document with its list of operations as they are now."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    listed = "".join(f"### {kind}\n\n{ops_specs.reference(kind)}\n\n" for kind in _KINDS)
    return f"{before}{_BEGIN}{listed}{_END}{after}"


def main() -> int:
    text = PROMPT.read_text(encoding="utf-8")
    new = made(text)
    if "--check" in sys.argv[1:]:
        return 0 if new == text else 1
    PROMPT.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
