// What an instance knows about queued and running prompts without asking the server.

import { keepNewest } from "@pictor/kernel/plugin";

/** The largest number of entries. An entry is removed when its prompt ends; the limit is for prompts whose end is never reported. */
const maxPrompts = 1_000;

interface ActivePrompt {
  /** The client id whose socket receives the prompt's events; absent if only the server's record is known. */
  readonly clientId?: string;
  /** Whether an event of the prompt's run was received, so that an interrupt will reach the prompt. */
  readonly hasStarted: boolean;
}

export interface ActivePrompts {
  /** Adds a prompt that is about to be submitted with this client id, or that the server's record lists with it. */
  add(promptId: string, clientId?: string): void;
  /** Replaces the proposed id by the one that an older server gave the prompt. */
  rename(proposedId: string, promptId: string): void;
  markStarted(promptId: string): void;
  remove(promptId: string): void;
  has(promptId: string): boolean;
  hasStarted(promptId: string): boolean;
  clientIdOf(promptId: string): string | undefined;
  /** The only active prompt whose events this client id receives; undefined if there are several or none. */
  onlyPromptOf(clientId: string): string | undefined;
}

export function createActivePrompts(): ActivePrompts {
  const prompts = new Map<string, ActivePrompt>();
  return {
    add(promptId, clientId) {
      const known = prompts.get(promptId);
      const receiver = clientId ?? known?.clientId;
      prompts.set(promptId, {
        hasStarted: known?.hasStarted ?? false,
        ...(receiver === undefined ? {} : { clientId: receiver }),
      });
      keepNewest(prompts, maxPrompts);
    },
    rename(proposedId, promptId) {
      const known = prompts.get(proposedId);
      if (known === undefined || proposedId === promptId) return;
      prompts.delete(proposedId);
      prompts.set(promptId, known);
    },
    markStarted(promptId) {
      const known = prompts.get(promptId);
      if (known !== undefined && !known.hasStarted) prompts.set(promptId, { ...known, hasStarted: true });
    },
    remove: (promptId) => void prompts.delete(promptId),
    has: (promptId) => prompts.has(promptId),
    hasStarted: (promptId) => prompts.get(promptId)?.hasStarted ?? false,
    clientIdOf: (promptId) => prompts.get(promptId)?.clientId,
    onlyPromptOf(clientId) {
      const matching = [...prompts].filter(([, known]) => known.clientId === clientId);
      return matching.length === 1 ? matching[0]?.[0] : undefined;
    },
  };
}
