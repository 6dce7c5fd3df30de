// What an instance knows about queued and running prompts without asking the server.

import { keepNewest } from "@pictor/kernel/plugin";

/**
 * The largest number of entries. An entry is removed when its prompt ends; the limit is for prompts whose end is never
 * reported.
 */
const maxPrompts = 1_000;

interface ActivePrompt {
  /** The client id whose socket receives the prompt's events; absent if only the server's record is known. */
  readonly clientId?: string;
  /** Whether an event of the prompt's run was received, so that an interrupt will reach the prompt. */
  readonly hasStarted: boolean;
}

export class ActivePrompts {
  readonly #prompts = new Map<string, ActivePrompt>();

  /** Adds a prompt that is about to be submitted with this client id, or that the server's record lists with it. */
  add(promptId: string, clientId?: string): void {
    const known = this.#prompts.get(promptId);
    const receiver = clientId ?? known?.clientId;
    this.#prompts.set(promptId, {
      hasStarted: known?.hasStarted ?? false,
      ...(receiver === undefined ? {} : { clientId: receiver }),
    });
    keepNewest(this.#prompts, maxPrompts);
  }

  /** Replaces the proposed id by the one that an older server gave the prompt. */
  rename(proposedId: string, promptId: string): void {
    const known = this.#prompts.get(proposedId);
    if (known === undefined || proposedId === promptId) return;
    this.#prompts.delete(proposedId);
    this.#prompts.set(promptId, known);
  }

  markStarted(promptId: string): void {
    const known = this.#prompts.get(promptId);
    if (known !== undefined && !known.hasStarted) this.#prompts.set(promptId, { ...known, hasStarted: true });
  }

  remove(promptId: string): void {
    this.#prompts.delete(promptId);
  }

  has(promptId: string): boolean {
    return this.#prompts.has(promptId);
  }

  hasStarted(promptId: string): boolean {
    return this.#prompts.get(promptId)?.hasStarted ?? false;
  }

  clientIdOf(promptId: string): string | undefined {
    return this.#prompts.get(promptId)?.clientId;
  }

  /** The only active prompt whose events this client id receives; undefined if there are several or none. */
  onlyPromptOf(clientId: string): string | undefined {
    const matching = [...this.#prompts].filter(([, known]) => known.clientId === clientId);
    return matching.length === 1 ? matching[0]?.[0] : undefined;
  }
}
