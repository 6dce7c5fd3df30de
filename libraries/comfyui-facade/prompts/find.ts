// Finds prompts of an owner: those that the facade follows or remembers, and those of other processes in the backend's
// record.

import { keepNewest } from "@pictor/kernel/plugin";
import type { CallOptions, PromptSummary } from "@pictor/kernel/plugin";
import { isOwn, type ActivePrompt, type EndedPrompt, type Facade } from "../state/facade-state.js";
import { hasEnded, historyEntryOf } from "../wire/ending.js";
import { originOf, promptOf, type Prompt } from "../wire/prompt.js";
import { maxEnded } from "./follow.js";

export type FoundPrompt =
  | { readonly in: "active"; readonly prompt: Prompt; readonly active: ActivePrompt }
  | ({ readonly in: "ended" } & EndedPrompt)
  /** The prompt waits or runs, and was submitted by another process or before a restart. */
  | { readonly in: "backend"; readonly prompt: Prompt };

/** The prompt of any owner; undefined if the backend does not know it, or it did not come over ComfyUI's protocol. */
export async function findPrompt(
  facade: Facade,
  promptId: string,
  options: CallOptions = {},
): Promise<FoundPrompt | undefined> {
  const active = facade.active.get(promptId);
  if (active !== undefined) return { in: "active", prompt: active.prompt, active };
  const ended = facade.ended.get(promptId);
  if (ended !== undefined) return { in: "ended", ...ended };
  const snapshot = await facade.backend.fetchSubmission(promptId, options);
  const prompt = snapshot === undefined ? undefined : promptOf(promptId, snapshot);
  if (prompt === undefined) return undefined;
  const state = await facade.backend.state(promptId, options);
  if (!hasEnded(state)) return { in: "backend", prompt };
  const ending = { prompt, state, messages: [], at: facade.clock.now() };
  const entry = historyEntryOf(ending, facade.nextNumber());
  facade.ended.set(promptId, { prompt, entry });
  keepNewest(facade.ended, maxEnded);
  return { in: "ended", prompt, entry };
}

/** As `findPrompt`, for the prompts of one owner only. */
export async function findOwn(
  facade: Facade,
  owner: string | undefined,
  promptId: string,
  options: CallOptions = {},
): Promise<FoundPrompt | undefined> {
  const found = await findPrompt(facade, promptId, options);
  return found !== undefined && isOwn(found.prompt, owner) ? found : undefined;
}

export interface ListedPrompt {
  readonly promptId: string;
  readonly isRunning: boolean;
  /** Undefined for a prompt of another owner: only its place in the queue is shown. */
  readonly prompt?: Prompt | undefined;
}

async function promptOfSummary(
  facade: Facade,
  owner: string | undefined,
  { promptId, record }: PromptSummary,
  options: CallOptions,
): Promise<Prompt | undefined> {
  const known = facade.active.get(promptId)?.prompt;
  if (known !== undefined) return isOwn(known, owner) ? known : undefined;
  const origin = originOf(record);
  if (origin === undefined || origin.owner !== owner) return undefined;
  const snapshot = await facade.backend.fetchSubmission(promptId, options);
  return snapshot === undefined ? undefined : promptOf(promptId, snapshot);
}

/** The prompts that run or wait, in the order in which they run. */
export async function listQueue(
  facade: Facade,
  owner: string | undefined,
  options: CallOptions = {},
): Promise<readonly ListedPrompt[]> {
  const summaries = await facade.backend.prompts({ ...options, limit: 0 });
  const queued = summaries.filter(({ state }) => state === "queued" || state === "running").reverse();
  const place = ({ state, ahead }: PromptSummary): number => (state === "running" ? -1 : (ahead ?? 0));
  const sorted = [...queued].sort((one, other) => place(one) - place(other));
  return Promise.all(
    sorted.map(async (summary) => ({
      promptId: summary.promptId,
      isRunning: summary.state === "running",
      prompt: await promptOfSummary(facade, owner, summary, options),
    })),
  );
}

/** How many results of earlier processes are looked up. */
const maxEarlier = 100;

/** The ended prompts of an owner, oldest first. Those from before a restart are looked up once. */
export async function listEnded(
  facade: Facade,
  owner: string | undefined,
  options: CallOptions = {},
): Promise<readonly EndedPrompt[]> {
  const asker = owner ?? "";
  if (!facade.searched.has(asker)) {
    facade.searched.add(asker);
    keepNewest(facade.searched, maxEnded);
    const summaries = await facade.backend.prompts({ ...options, limit: maxEarlier }).catch(() => []);
    const earlier = summaries.filter(({ record, promptId }) => {
      const origin = originOf(record);
      return origin !== undefined && origin.owner === owner && !facade.active.has(promptId);
    });
    for (const { promptId } of [...earlier].reverse())
      await findPrompt(facade, promptId, options).catch(() => undefined);
  }
  return [...facade.ended.values()].filter(
    ({ prompt }) => isOwn(prompt, owner) && !facade.hidden.has(prompt.promptId),
  );
}
