// Looks up the id that a server uses for a prompt: the proposed one, or, where the server assigns ids itself, the one
// beside the record that was submitted with the prompt.

import { hasNoList, type BackendCalls, type CallOptions, type Submission } from "@pictor/kernel/plugin";

/** How many ended prompts are listed, one list after the other: servers list whole graphs, so that a long list is megabytes. */
const listLengths = [20, 200, 2_000];

/** Calls a server within the limits of the caller. */
export type Ask = <Value>(
  use: (backend: Pick<BackendCalls, "state" | "prompts" | "cancel">, options: CallOptions) => Promise<Value>,
) => Promise<Value>;

/** Undefined if the server does not have the prompt. Rejects as the calls do. */
export async function findPrompt(promptId: string, ask: Ask): Promise<string | undefined> {
  const { state } = await ask((backend, options) => backend.state(promptId, options));
  if (state !== "unknown") return promptId;
  for (const limit of listLengths) {
    const listed = await ask((backend, options) => backend.prompts({ ...options, limit })).catch(
      (error: unknown) => {
        if (hasNoList(error)) return [];
        throw error;
      },
    );
    const found = listed.find(({ record }) => record?.["promptId"] === promptId);
    // A list that is shorter than it may be is complete.
    if (found !== undefined || listed.length < limit) return found?.promptId;
  }
  return undefined;
}

/** The submission with a record by which `findPrompt` recognizes it. */
export const recognizable = (submission: Submission): Submission => ({
  ...submission,
  record: { ...submission.record, promptId: submission.promptId },
});
