"""Every engine method: importing the modules that define them fills the table."""

from __future__ import annotations

from keenbench.engine.engine import methods
from keenbench.engine.methods import audit as _audit
from keenbench.engine.methods import checkpoints as _checkpoints
from keenbench.engine.methods import draft as _draft
from keenbench.engine.methods import egress as _egress
from keenbench.engine.methods import files as _files
from keenbench.engine.methods import info as _info
from keenbench.engine.methods import proposals as _proposals
from keenbench.engine.methods import reading as _reading
from keenbench.engine.methods import review as _review
from keenbench.engine.methods import review_diffs as _review_diffs
from keenbench.engine.methods import review_previews as _review_previews
from keenbench.engine.methods import review_rejects as _review_rejects
from keenbench.engine.methods import workbenches as _workbenches

METHODS = methods
MODULES = (
    _info,
    _workbenches,
    _files,
    _draft,
    _checkpoints,
    _review,
    _review_diffs,
    _review_previews,
    _review_rejects,
    _proposals,
    _egress,
    _audit,
    _reading,
)
