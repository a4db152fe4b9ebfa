"""A model that plays a script, and a workbench behind the HTTP door for it to work on.

The model is a function of what it is sent: which of its lines is due follows from how often it has
answered since the user's message. So it goes on rightly in another process too.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    ToolMessage,
)
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable

from keenbench.models.registry import ModelRef, Models
from keenbench.settings import Settings

TOKEN = "workshop-token"
BEARER = {"authorization": f"Bearer {TOKEN}"}
NOTE = "(This is KeenBench"
# Nothing leaves for it, so that no consent is asked.
LOCAL = "local:scripted"
# One that needs consent.
REMOTE = "openai:scripted"

Said = AIMessage | AIMessageChunk | Exception
Line = Said | Callable[[Sequence[BaseMessage]], Said]


def call(name: str, /, **args: Any) -> AIMessage:
    return calls((name, args))


def calls(*made: tuple[str, dict[str, Any]], text: str = "") -> AIMessage:
    """An answer of several calls; ids are alike from answer to answer, as some servers do it."""
    return AIMessage(
        text,
        tool_calls=[
            {"name": name, "args": args, "id": f"call_{index}", "type": "tool_call"}
            for index, (name, args) in enumerate(made)
        ],
    )


def told(messages: Sequence[BaseMessage], back: int = 1) -> dict[str, Any]:
    """What the latest tool said (or the one before it)."""
    answers = [message for message in messages if isinstance(message, ToolMessage)]
    value: dict[str, Any] = json.loads(str(answers[-back].content))
    return value


class ScriptedModel(BaseChatModel):
    """`script` maps what the user says to the answers, in order; after them it says "Done."."""

    script: dict[str, Any]
    # Waited for before each line, when a test wants to hold it there.
    gate: Any = None
    # Called after each word.
    spoken: Any = None
    seen: list[list[BaseMessage]] = []  # noqa: RUF012 - Pydantic copies it
    tools: list[Any] = []  # noqa: RUF012

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[Any, AIMessage]:
        self.tools[:] = tools
        return self

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        self.seen.append(list(messages))
        if self.gate is not None:
            self.gate(messages)
        said = self._due(messages)
        if isinstance(said, Exception):
            raise said
        for chunk in _chunks(said):
            yield chunk
            if self.spoken is not None:
                self.spoken(str(chunk.message.content))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return generate_from_stream(self._stream(messages))

    def _due(self, messages: Sequence[BaseMessage]) -> Said:
        answered = 0
        for message in reversed(messages):
            if isinstance(message, AIMessage):
                answered += 1
            elif isinstance(message, HumanMessage) and not str(message.content).startswith(NOTE):
                break
        lines = self.script.get(str(message.content), [])
        line = lines[answered] if answered < len(lines) else AIMessage("Done.")
        return line(messages) if callable(line) else line


def _chunks(said: AIMessage | AIMessageChunk) -> Iterator[ChatGenerationChunk]:
    """The answer as a provider streams it: word by word, then its calls."""
    if isinstance(said, AIMessageChunk):
        yield ChatGenerationChunk(message=said)
        return
    if not isinstance(said.content, str):
        yield ChatGenerationChunk(
            message=AIMessageChunk(content=said.content, additional_kwargs=said.additional_kwargs)
        )
    for word in said.content.split(" ") if isinstance(said.content, str) and said.content else []:
        yield ChatGenerationChunk(message=AIMessageChunk(content=f"{word} "))
    last = AIMessageChunk(
        content="",
        tool_call_chunks=[
            {
                "name": each["name"],
                "args": json.dumps(each["args"]),
                "id": each["id"],
                "index": index,
                "type": "tool_call_chunk",
            }
            for index, each in enumerate(said.tool_calls)
        ],
        usage_metadata={"input_tokens": 100, "output_tokens": 10, "total_tokens": 110},
        chunk_position="last",
    )
    yield ChatGenerationChunk(message=last)


class ScriptedModels(Models):
    """Every model is the scripted one."""

    def __init__(self, settings: Settings, model: BaseChatModel | None = None) -> None:
        super().__init__(settings)
        self.model = model

    def chat_model(self, ref: ModelRef) -> BaseChatModel:
        assert self.model is not None
        return self.model

    def context_tokens(self, ref: ModelRef) -> int:
        return 200_000


def settings_of(folder: Path, **more: Any) -> Settings:
    return Settings(data_dir=folder, token=TOKEN, local_base_url="http://127.0.0.1:1/v1", **more)


class Desk:
    """A workbench as a user has it: through the HTTP door."""

    def __init__(self, client: TestClient, workbench_id: str | None = None) -> None:
        self.client = client
        self.workbench_id = workbench_id or self.rpc("WorkbenchCreate", name="Mine")["workbench_id"]

    def post(self, method: str, **params: Any) -> Any:
        if method != "WorkbenchCreate":
            params = {"workbench_id": self.workbench_id} | params
        return self.client.post(f"/rpc/{method}", json=params, headers=BEARER)

    def rpc(self, method: str, **params: Any) -> Any:
        answer = self.post(method, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()["result"]

    def refused(self, method: str, **params: Any) -> dict[str, Any]:
        answer = self.post(method, **params)
        assert answer.status_code >= 400, answer.text
        error: dict[str, Any] = answer.json()["error"]
        return error | {"http_status": answer.status_code}

    def add(self, files: dict[str, bytes | str]) -> None:
        uploads = [
            ("files", (name, data.encode() if isinstance(data, str) else data))
            for name, data in files.items()
        ]
        answer = self.client.post(
            f"/workbenches/{self.workbench_id}/files", files=uploads, headers=BEARER
        )
        assert {each["status"] for each in answer.json()["results"]} == {"added"}, answer.text

    def say(self, text: str, model_id: str = LOCAL, **more: Any) -> dict[str, Any]:
        """Send a message and wait for the end of its run."""
        told: dict[str, Any] = self.rpc(
            "WorkshopSendUserMessage", text=text, model_id=model_id, wait=True, **more
        )
        return told

    def done(self, text: str, **more: Any) -> str:
        """Send a message whose run must end well, and return the answer."""
        told = self.say(text, **more)
        assert told["status"] == "completed", told
        return str(told["text"])

    def read(self, path: str, version: str = "draft") -> bytes:
        answer = self.client.get(
            f"/workbenches/{self.workbench_id}/files/{path}?version={version}", headers=BEARER
        )
        assert answer.status_code == 200, answer.text
        return bytes(answer.content)

    def changes(self) -> dict[str, str]:
        listed = self.rpc("ReviewGetChangeSet")["changes"]
        return {change["path"]: change["change_type"] for change in listed}

    def draft_hash(self) -> str:
        """The bytes of all that the Draft changes."""
        hashed = hashlib.sha256()
        for path in sorted(self.changes()):
            hashed.update(path.encode() + b"\0" + hashlib.sha256(self.read(path)).digest())
        return hashed.hexdigest()

    def publish(self) -> None:
        self.rpc("DraftPublish", change_set_hash=self.rpc("ReviewGetChangeSet")["change_set_hash"])


class Listening:
    """The events of a workbench while a block runs."""

    def __init__(self, desk: Desk) -> None:
        engine: Any = desk.client.app.state.engine  # type: ignore[attr-defined]
        self._bus = engine.events
        self._workbench_id = desk.workbench_id
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._came = threading.Condition()

    def __enter__(self) -> Listening:
        self._subscription = self._bus.subscribe(self._workbench_id)
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bus.unsubscribe(self._subscription)

    def _listen(self) -> None:
        while (event := self._subscription.get()) is not None:
            with self._came:
                self.events.append((event.name, event.data))
                self._came.notify_all()

    def of(self, name: str) -> list[dict[str, Any]]:
        return [data for each, data in self.events if each == name]

    def wait_for(self, name: str, count: int = 1) -> list[dict[str, Any]]:
        with self._came:
            assert self._came.wait_for(lambda: len(self.of(name)) >= count, 60), self.events
        return self.of(name)
