// The calls of a backend that has these prompts in its record, submitted before the facade started.

import type {
  CancelOutcome,
  Json,
  PromptState,
  PromptSummary,
  SubmissionSnapshot,
} from "@pictor/kernel/plugin";
import type { FacadeBackend } from "../state/facade-state.js";

export interface RecordedPrompt {
  readonly id: string;
  /** Absent for a prompt of another program. */
  readonly owner?: string;
  readonly state: Exclude<PromptState, { state: "unknown" }>;
  /** What a cancel of the prompt comes to. Default: it is removed if it waits, interrupted if it runs. */
  readonly outcome?: CancelOutcome;
}

const graph = { 9: { class_type: "SaveImage", inputs: {} } };

const recordOf = ({ owner }: RecordedPrompt): Readonly<Record<string, Json>> | undefined =>
  owner === undefined ? undefined : { gateway: { owner, clientId: `${owner}'s`, createdAt: 1 } };

/** `prompts` are in the order of the backend: the newest first. `cancelled` are the ids of the calls, in their order. */
export function recordedPrompts(prompts: readonly RecordedPrompt[]) {
  const cancelled: string[] = [];
  const find = (id: string): RecordedPrompt | undefined => prompts.find((prompt) => prompt.id === id);
  const withRecord = (prompt: RecordedPrompt) => {
    const record = recordOf(prompt);
    return record === undefined ? {} : { record };
  };
  const calls = {
    prompts: () =>
      Promise.resolve(
        prompts.map((prompt): PromptSummary => ({
          promptId: prompt.id,
          ...withRecord(prompt),
          ...prompt.state,
        })),
      ),
    fetchSubmission(id: string): Promise<SubmissionSnapshot | undefined> {
      const prompt = find(id);
      return Promise.resolve(prompt && { graph, outputs: ["9"], ...withRecord(prompt) });
    },
    state: (id: string): Promise<PromptState> => Promise.resolve(find(id)?.state ?? { state: "unknown" }),
    cancel(id: string): Promise<CancelOutcome> {
      cancelled.push(id);
      const { state, outcome } = find(id) ?? {};
      const usual = { queued: "removed", running: "interrupting" } as const;
      return Promise.resolve(
        outcome ?? (state?.state === "queued" || state?.state === "running" ? usual[state.state] : "gone"),
      );
    },
  } satisfies Partial<FacadeBackend>;
  return { calls, cancelled };
}
