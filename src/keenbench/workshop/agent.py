"""A model at work with the tools: LangChain's `create_agent`.

Whoever imports this loads LangChain (1 to 3 s); a run does, when it begins.

The graph asks the model and hands on its calls. Everything that matters happens around that: before
a call the bounds of the run and the user's consent are checked and the messages are made to fit;
after it the answer is noted; every tool call goes to the toolbox under a number of its own, one
after the other in the order the model gave, so that the same answers make the same Draft.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool

from keenbench.errors import (
    BudgetCapReached,
    ContextExhausted,
    KeenBenchError,
    ProviderUnavailable,
)
from keenbench.models.interrupting import cancelable
from keenbench.models.provider_errors import typed
from keenbench.models.registry import ModelRef
from keenbench.models.tracing import untraced
from keenbench.workshop.receipts import dump
from keenbench.workshop.run_messages import (
    fit,
    past_messages,
    settle,
    size_of,
    tokens_in,
    turn_messages,
    unanswered_calls,
)
from keenbench.workshop.run_record import is_further
from keenbench.workshop.run_steps import Steps
from keenbench.workshop.tool_run import ToolOutcome, ToolSpec
from keenbench.workshop.toolbox import Toolbox

# What rules, files and a first answer take at least.
_LEAST_ROOM = 3000
_FROM_US = "(This is KeenBench, not the user.) "
_EMPTY = (
    "Your answer was empty. If there is something left to do, call a tool; otherwise tell the user "
    "in words what you did or found."
)


@dataclass(frozen=True)
class Bounds:
    """How far a run goes."""

    steps: int
    tokens: int
    # What the model can be told at once, in tokens.
    window: int


class Agent:
    """One run of a model."""

    def __init__(
        self,
        ref: ModelRef,
        model: BaseChatModel,
        toolbox: Toolbox,
        steps: Steps,
        bounds: Bounds,
        leave: Callable[[], None],
    ) -> None:
        self._ref = ref
        self._model = model
        self._toolbox = toolbox
        self._steps = steps
        self._bounds = bounds
        # Called before each call of the model: raises unless content may leave, and notes it.
        self._leave = leave
        self._unreadable: dict[str, str] = {}
        # The calls of the latest answer, and which of them is due.
        self._calls: list[str] = []
        self._due = 0
        # How many more it made than are carried out.
        self._left_out = 0
        self._moved = threading.Condition()
        self._failure: BaseException | None = None

    def take_turn(self, brief: Callable[[int], str]) -> None:
        """Let the model work until it has answered, from wherever the run stands.

        `brief` makes the prompt, of as many tokens as it is given at most.
        """
        specs = self._toolbox.specs(self._bounds.window)
        room = self._bounds.window - _tokens_of(specs)
        if room < _LEAST_ROOM:
            raise self._too_small(self._bounds.window - room)
        self._prompt = brief(max(room // 2, 0))
        self._past = [past_messages(turn) for turn in self._steps.past]
        self._room = room - tokens_in(self._prompt)
        self._graph = create_agent(
            self._model, tools=[_tool(spec) for spec in specs], middleware=[_Between(self)]
        )
        messages = turn_messages(self._steps.turn, self._ref.model_id)
        for index, call in unanswered_calls(messages):
            messages.append(self.use_tool(call, index))
        while True:
            if not isinstance(messages[-1], AIMessage):
                messages = self._go_on(messages)
            note = self._note(messages[-1])
            if note is None:
                return
            self._steps.note(note)
            messages.append(HumanMessage(note))

    def _too_small(self, tools: int) -> ContextExhausted:
        window = self._bounds.window
        local = (
            " If its server takes more, set KEENBENCH_LOCAL_CONTEXT_TOKENS to what it takes."
            if self._ref.provider_id == "local"
            else ""
        )
        return ContextExhausted(
            f"{self._ref.model_id} can be told {window} tokens at once, and the tools alone take "
            f"{tools} of them; switch to a model with more room.{local}",
            phase="workshop",
            model_id=self._ref.model_id,
        )

    def _go_on(self, messages: list[BaseMessage]) -> list[BaseMessage]:
        """Return the messages up to the model's next answer without calls."""
        config: RunnableConfig = {
            "recursion_limit": 2 * self._bounds.steps + 100,
            "callbacks": [_Listener(self._steps)],
        }
        state: Any = {}
        begin: Any = {"messages": messages}
        with untraced(), cancelable(self._steps.canceled):
            # The mode `messages` is what makes LangChain stream; the listener hears the words.
            for mode, part in self._graph.stream(begin, config, stream_mode=["messages", "values"]):
                if mode == "values":
                    state = part
        answered: list[BaseMessage] = state["messages"]
        return answered

    def _note(self, answer: BaseMessage) -> str | None:
        """Return what the model must hear before its answer can stand."""
        record = self._steps.record
        if not str(answer.text).strip():
            if record.nudged:
                raise ProviderUnavailable(
                    "The model gave an empty answer twice.",
                    phase="workshop",
                    provider_id=self._ref.provider_id,
                    model_id=self._ref.model_id,
                )
            record.nudged = True
            return _FROM_US + _EMPTY
        # The offline model reads what it needs and says what it read.
        if record.reminded or self._ref.provider_id == "offline":
            return None
        reminder = self._steps.coverage.reminder()
        if reminder is None:
            return None
        record.reminded = True
        return _FROM_US + reminder

    # -- the model ------------------------------------------------------------------------------

    def ask(
        self, request: ModelRequest, handler: Callable[[ModelRequest], ModelResponse]
    ) -> ModelResponse:
        """Ask the model for its next step."""
        self._steps.check()
        self._check_bounds()
        entries = {line.call_id: line.entry_id for line in self._steps.tool_lines}
        shown = fit(self._past, request.messages, self._room, entries.get)
        if shown is None:
            raise ContextExhausted(
                f"This turn has grown past what {self._ref.model_id} can take at once "
                f"({self._bounds.window} tokens). Ask for less in one message, or switch to a "
                "model with a larger window and resume.",
                phase="workshop",
                model_id=self._ref.model_id,
                actions=("switch_model", "resume"),
            )
        prompt = f"{self._prompt}\n\n{shown.note}" if shown.note else self._prompt
        self._leave()
        try:
            told: Any = shown.messages
            response = handler(
                request.override(messages=told, system_message=SystemMessage(prompt))
            )
        except KeenBenchError:
            raise
        except Exception as error:  # noqa: BLE001 - told as a typed error
            raise typed(error, self._ref) from None
        [message] = response.result
        assert isinstance(message, AIMessage)
        return ModelResponse(result=[self._take(message, shown.messages, prompt)])

    def _check_bounds(self) -> None:
        record, bounds = self._steps.record, self._bounds
        reached = None
        if record.steps_taken - record.steps_before >= bounds.steps:
            reached = f"{bounds.steps} steps"
        elif record.tokens - record.tokens_before >= bounds.tokens:
            reached = f"{bounds.tokens} tokens"
        if reached is not None:
            raise BudgetCapReached(
                f"The run has reached its bound of {reached}. What it did is in the Draft; resume "
                "it to let it go on.",
                phase="workshop",
                run_id=record.run_id,
            )

    def _take(self, message: AIMessage, shown: list[BaseMessage], prompt: str) -> AIMessage:
        """Note the answer, and return it as one that can be acted on."""
        step = self._steps.record.steps + 1
        settled = settle(message, step, self._steps.call_ids)
        usage = message.usage_metadata
        if usage is not None:
            spent = usage["input_tokens"], usage["output_tokens"]
        else:
            spent = tokens_in(prompt) + sum(map(size_of, shown)), size_of(message)
        answer = settled.message
        [told] = messages_to_dict([answer])
        self._steps.answered(told, str(answer.text), *spent)
        self._unreadable = settled.unreadable
        self._left_out = settled.left_out
        self._calls, self._due = [str(call["id"]) for call in answer.tool_calls], 0
        return answer

    # -- tools ----------------------------------------------------------------------------------

    def use_tool_in_turn(self, call: dict[str, Any]) -> ToolMessage:
        """Carry out one of several calls that LangChain begins at once, each in a thread."""
        index = self._calls.index(call["id"])
        with self._moved:
            self._moved.wait_for(lambda: self._due == index or self._failure is not None)
            if self._failure is not None:
                raise self._failure  # of a call before this one: it ended the run
        try:
            message = self.use_tool(call, index)
        except BaseException as error:
            with self._moved:
                self._failure = error
                self._moved.notify_all()
            raise
        with self._moved:
            self._due += 1
            self._moved.notify_all()
        return message

    def use_tool(self, call: dict[str, Any], index: int) -> ToolMessage:
        """Carry out a call and return what the model is told."""
        step = f"{self._steps.record.steps}.{index}"
        if is_further(step):
            # The first one was counted with its answer.
            self._check_bounds()
        with self._steps.tool(step, call) as used:
            used.outcome = self._outcome(call, step)
            if self._left_out and index == len(self._calls) - 1:
                told = json.loads(used.outcome.text) | {"too_many_calls": self._too_many()}
                used.outcome = replace(used.outcome, text=dump(told))
        return ToolMessage(
            used.outcome.text,
            tool_call_id=call["id"],
            name=call["name"],
            status="success" if used.outcome.ok else "error",
        )

    def _too_many(self) -> str:
        done = len(self._calls)
        return (
            f"Your answer made {done + self._left_out} calls. Only the first {done} were "
            f"carried out, and this is the last of them; make the others again, at most {done} "
            "calls in one answer."
        )

    def _outcome(self, call: dict[str, Any], step: str) -> ToolOutcome:
        fault = self._unreadable.get(call["id"])
        if fault is not None:
            words = f"The arguments of this call could not be read: {fault}. Call again with JSON."
            return ToolOutcome(dump({"ok": False, "error": words}), False, "", [])
        return self._toolbox.call(call["name"], call["args"], step=step)


class _Between(AgentMiddleware):
    """Puts the agent between LangChain's graph and both the model and the tools."""

    def __init__(self, agent: Agent) -> None:
        super().__init__()
        self._agent = agent

    def wrap_model_call(
        self, request: ModelRequest, handler: Callable[[ModelRequest], ModelResponse]
    ) -> ModelResponse:
        return self._agent.ask(request, handler)

    def wrap_tool_call(self, request: Any, handler: Any) -> ToolMessage:
        # Never `handler`: the toolbox checks arguments itself, and a call of a tool that is not
        # there is answered in words like any other fault.
        return self._agent.use_tool_in_turn(request.tool_call)


class _Listener(BaseCallbackHandler):
    """Hears the model's words as they come; what it raises ends the stream."""

    raise_error = True

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        pass

    def on_llm_new_token(self, token: Any, *, chunk: Any = None, **kwargs: Any) -> None:
        self._steps.delta(str(chunk.message.text) if chunk is not None else str(token))


def _tool(spec: ToolSpec) -> StructuredTool:
    return StructuredTool(name=spec.name, description=spec.description, args_schema=spec.parameters)


def _tokens_of(specs: Sequence[ToolSpec]) -> int:
    # English and JSON: four bytes a token.
    texts = (spec.name + spec.description + json.dumps(spec.parameters) for spec in specs)
    return -(-sum(map(len, texts)) // 4)
