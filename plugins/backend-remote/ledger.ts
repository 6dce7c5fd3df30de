// What an instance knows of the prompts that are under way, without asking the server.

/** Prompts are forgotten at their end; of those whose end nobody told, so many are kept. */
const mostPrompts = 1_000;

interface Known {
  /** The client id whose socket hears it; absent when only the record was read. */
  readonly clientId?: string;
  /** A message of its run was heard, so an interrupt will find it. */
  readonly hasBegun: boolean;
}

export interface Ledger {
  /** A prompt is about to be submitted for this client id, or was found in the record with it. */
  add(promptId: string, clientId?: string): void;
  /** An older server gave the prompt an id of its own. */
  rename(proposed: string, promptId: string): void;
  begun(promptId: string): void;
  ended(promptId: string): void;
  has(promptId: string): boolean;
  hasBegun(promptId: string): boolean;
  clientOf(promptId: string): string | undefined;
  /** The one prompt under way that this client id hears; undefined when there are several, or none. */
  onlyOne(clientId: string): string | undefined;
}

export function createLedger(): Ledger {
  const prompts = new Map<string, Known>();
  return {
    add(promptId, clientId) {
      const known = clientId ?? prompts.get(promptId)?.clientId;
      const hasBegun = prompts.get(promptId)?.hasBegun ?? false;
      prompts.set(promptId, { hasBegun, ...(known === undefined ? {} : { clientId: known }) });
      const [oldest] = prompts.keys();
      if (prompts.size > mostPrompts && oldest !== undefined) prompts.delete(oldest);
    },
    rename(proposed, promptId) {
      const known = prompts.get(proposed);
      if (known === undefined || proposed === promptId) return;
      prompts.delete(proposed);
      prompts.set(promptId, known);
    },
    begun(promptId) {
      const known = prompts.get(promptId);
      if (known !== undefined && !known.hasBegun) prompts.set(promptId, { ...known, hasBegun: true });
    },
    ended: (promptId) => void prompts.delete(promptId),
    has: (promptId) => prompts.has(promptId),
    hasBegun: (promptId) => prompts.get(promptId)?.hasBegun ?? false,
    clientOf: (promptId) => prompts.get(promptId)?.clientId,
    onlyOne(clientId) {
      const mine = [...prompts].filter(([, known]) => known.clientId === clientId);
      return mine.length === 1 ? mine[0]?.[0] : undefined;
    },
  };
}
