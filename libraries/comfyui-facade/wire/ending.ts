// How a prompt has ended, as the last messages of its run and as its item in the history.

import { historyEntry, type HistoryEntry, type HistoryMessage } from "@pictor/comfyui-protocol";
import type { NodeId, PromptState } from "@pictor/kernel/plugin";
import { queuedPrompt, type Prompt } from "./prompt.js";
import { uiOutputsOf } from "./ui-outputs.js";

export type EndedState = Extract<PromptState, { state: "succeeded" | "interrupted" | "failed" | "lost" }>;

export const hasEnded = (state: PromptState): state is EndedState =>
  state.state !== "unknown" && state.state !== "queued" && state.state !== "running";

export interface Ending {
  readonly prompt: Prompt;
  readonly state: EndedState;
  /** The messages of the run so far; empty if nobody has followed it. */
  readonly messages: readonly HistoryMessage[];
  /** The node that ran last, if it is known. */
  readonly node?: NodeId | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The message that says how the run has ended. */
export function endingMessage({ prompt, state, node, at }: Ending): HistoryMessage {
  const prompt_id = prompt.promptId;
  if (state.state === "succeeded") return ["execution_success", { prompt_id, timestamp: at }];
  const failed = (state.state === "failed" ? state.error.node : undefined) ?? node ?? prompt.outputs[0] ?? "";
  const known = state.state === "failed" ? state.error.classType : undefined;
  const place = {
    prompt_id,
    node_id: failed,
    node_type: known ?? prompt.graph[failed]?.class_type ?? "",
    executed: [],
  };
  if (state.state === "interrupted") return ["execution_interrupted", { ...place, timestamp: at }];
  const [exception_type, exception_message] =
    state.state === "lost"
      ? ["PromptLost", state.reason]
      : [state.error.exception, `${state.error.message}\n`];
  const nothing = { traceback: [], current_inputs: {}, current_outputs: Object.keys(prompt.graph) };
  return ["execution_error", { ...place, exception_message, exception_type, ...nothing, timestamp: at }];
}

/** The first messages of a run that nobody has followed. */
function firstMessages({
  prompt: { promptId: prompt_id, createdAt: timestamp },
  state,
}: Ending): readonly HistoryMessage[] {
  const nodes = state.state === "succeeded" ? (state.cached ?? []) : [];
  return [
    ["execution_start", { prompt_id, timestamp }],
    ["execution_cached", { nodes, prompt_id, timestamp }],
  ];
}

/** The prompt's item in the history. `number` puts the items in order. */
export function historyEntryOf(ending: Ending, number: number): HistoryEntry {
  const { prompt, state, messages } = ending;
  const outputs = uiOutputsOf(
    state.state === "lost" ? [] : state.outputs,
    state.state === "succeeded" ? (state.texts ?? []) : [],
  );
  return historyEntry({
    prompt: queuedPrompt(prompt, number),
    outputs: new Map([...outputs].map(([node, ui]) => [node, { ui }])),
    succeeded: state.state === "succeeded",
    messages: [...(messages.length > 0 ? messages : firstMessages(ending)), endingMessage(ending)],
  });
}
