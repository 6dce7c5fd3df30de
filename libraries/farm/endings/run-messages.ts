// The ending of a run according to its messages, for a server that has no record of the prompt. Pure.

import type { BackendEvent, NodeError, OutputFile, PromptState } from "@pictor/kernel/plugin";

/** What the messages of a run have said so far. */
export interface RunMessages {
  readonly outputs: readonly OutputFile[];
  readonly error?: NodeError;
  /** Whether the run has begun: every message but the one about the end says so. */
  readonly hasBegun: boolean;
  readonly hasEnded: boolean;
  readonly as?: NonNullable<Extract<BackendEvent, { readonly type: "ended" }>["as"]>;
}

export const noMessages: RunMessages = { outputs: [], hasBegun: false, hasEnded: false };

const isSame = (one: OutputFile, other: OutputFile): boolean =>
  one.node === other.node &&
  one.area === other.area &&
  one.subfolder === other.subfolder &&
  one.filename === other.filename;

/** Adds an event of the run. A file that is reported again counts once. */
export function noteMessage(before: RunMessages, event: BackendEvent): RunMessages {
  if (event.type === "promptConnection") return before;
  const messages = before.hasBegun || event.type === "ended" ? before : { ...before, hasBegun: true };
  switch (event.type) {
    case "output": {
      const added = event.files.filter((file) => !messages.outputs.some((known) => isSame(file, known)));
      return { ...messages, outputs: [...messages.outputs, ...added] };
    }
    case "error":
      return { ...messages, error: event.error };
    case "ended":
      return { ...messages, hasEnded: true, ...(event.as !== undefined && { as: event.as }) };
    default:
      return messages;
  }
}

/** The record that the messages amount to; undefined if they do not say how the run has ended. */
export function endingOf({
  as,
  outputs,
  error,
}: RunMessages): Extract<PromptState, { readonly outputs: readonly OutputFile[] }> | undefined {
  if (as === "succeeded" || as === "interrupted") return { state: as, outputs };
  return as === "failed" && error !== undefined ? { state: "failed", outputs, error } : undefined;
}
