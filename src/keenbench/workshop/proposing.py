"""A proposal from a model that answers with one JSON object instead of calling tools.

Nothing is changed: what passes every check is kept, for the user to apply or dismiss.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from keenbench.engine.engine import Engine
from keenbench.errors import KeenBenchError, ProviderUnavailable, ValidationFailed
from keenbench.models.of_engine import models_of
from keenbench.models.providers import OFFLINE
from keenbench.models.registry import ModelRef
from keenbench.workbench.bench import Workbench
from keenbench.workbench.consent import require_consent
from keenbench.workbench.proposals import (
    Proposal,
    StoredProposal,
    check_proposal,
    parse_proposal,
    save_proposal,
)
from keenbench.workshop.context import build
from keenbench.workshop.proposal_prompt import proposal_prompt

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

# A model is told what was wrong and may mend it; one that cannot by then will not.
_TRIES = 3
# What is left of the window for what the user says and for the answer.
_ANSWER_TOKENS = 16_000
_FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)


def propose(engine: Engine, bench: Workbench, text: str, model_id: str | None) -> StoredProposal:
    """Ask the model for a proposal, check it, keep it, and return it."""
    models = models_of(engine)
    ref = models.find(model_id)
    if ref.provider_id == OFFLINE:
        raise ValidationFailed(
            "The offline model makes no proposals; send it a message, and it edits the Draft.",
            phase="workshop",
        )
    model = models.chat_model(ref)
    _leave(engine, bench, ref)
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    from keenbench.models.provider_errors import typed

    room = max(1, models.context_tokens(ref) - _ANSWER_TOKENS)
    context = build(engine, bench, room, rules=proposal_prompt())
    messages: list[BaseMessage] = [SystemMessage(context.prompt), HumanMessage(text)]
    wrong = ""
    for attempt in range(_TRIES):
        if attempt:
            # Consent may have been taken back meanwhile, and each call is one more that leaves.
            _leave(engine, bench, ref)
        try:
            said = str(model.invoke(messages).text)
        except KeenBenchError:
            raise
        except Exception as error:  # noqa: BLE001 - a provider's package has errors of its own
            raise typed(error, ref) from None
        try:
            proposal = read_proposal(said)
            check_proposal(bench, proposal)
        except ValidationFailed as refused:
            wrong = refused.message
            messages += [AIMessage(said), HumanMessage(_mend(wrong))]
            continue
        return save_proposal(bench, proposal)
    raise ProviderUnavailable(
        f"The model made no valid proposal: {wrong}",
        provider_id=ref.provider_id,
        model_id=ref.model_id,
    )


def read_proposal(said: str) -> Proposal:
    """Return the proposal in a model's answer: the one JSON object, bare or in a code block."""
    fenced = _FENCED.search(said)
    text = fenced.group(1) if fenced else said[said.find("{") : said.rfind("}") + 1]
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        raise ValidationFailed("The answer holds no JSON object.", phase="workshop")
    # It gets an id of its own: a model does not write over another proposal.
    return parse_proposal({key: value for key, value in raw.items() if key != "proposal_id"})


def _leave(engine: Engine, bench: Workbench, ref: ModelRef) -> None:
    if ref.needs_consent:
        consent: dict[str, Any] = {"mode": engine.consent_mode, "session": engine.session_consent}
        require_consent(bench, ref.provider_id, ref.model, **consent)


def _mend(wrong: str) -> str:
    return (
        f"(This is KeenBench, not the user.) That proposal cannot be used: {wrong} Answer again "
        "with the whole corrected proposal, as one JSON object and nothing else."
    )
