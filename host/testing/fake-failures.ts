// A fake of the facet `failures`: failed prompts in memory.

import type { FailedPrompt, FailuresFacet } from "@pictor/kernel";

/** A facet `failures` in memory. */
export interface FakeFailures {
  prompts: readonly FailedPrompt[];
  /** The operations that were called, in order. */
  readonly done: string[];
  readonly facet: FailuresFacet;
}

export function fakeFailures(prompts: readonly FailedPrompt[] = []): FakeFailures {
  const take = (operation: string, promptId: string): Promise<boolean> => {
    const isThere = fake.prompts.some((prompt) => prompt.promptId === promptId);
    fake.prompts = fake.prompts.filter((prompt) => prompt.promptId !== promptId);
    if (isThere) fake.done.push(`${operation} ${promptId}`);
    return Promise.resolve(isThere);
  };
  const fake: FakeFailures = {
    prompts,
    done: [],
    facet: {
      list: ({ limit = 50 } = {}) => Promise.resolve(fake.prompts.slice(0, limit)),
      retry: (promptId) => take("retry", promptId),
      discard: (promptId) => take("discard", promptId),
    },
  };
  return fake;
}
