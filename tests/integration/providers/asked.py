"""One question to a scripted provider, and the error that it ends in."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from keenbench.errors import KeenBenchError
from tests.integration.providers.conftest import Find
from tests.integration.providers.wire import DIALECTS, KEY

SECRET_WORDS = "the merger with Nordwind closes in May"
TOOL = {
    "type": "function",
    "function": {
        "name": "write_cells",
        "description": "Write cells.",
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "rows": {"type": "integer"}},
            "required": ["path"],
        },
    },
}

every_dialect = pytest.mark.parametrize("dialect", DIALECTS)


def all_but(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("dialect", [name for name in DIALECTS if name not in names])


def ask(find: Find, server: Any, **more: Any) -> AIMessage:
    models, ref = find(server)
    model = models.chat_model(ref).bind_tools([TOOL])
    answer = model.invoke([HumanMessage(SECRET_WORDS)], **more)
    assert isinstance(answer, AIMessage)
    return answer


def failure(find: Find, server: Any) -> KeenBenchError:
    with pytest.raises(KeenBenchError) as raised:
        ask(find, server)
    shown = f"{raised.value.info().to_json()} {raised.value!r}"
    assert SECRET_WORDS not in shown and KEY not in shown
    return raised.value
