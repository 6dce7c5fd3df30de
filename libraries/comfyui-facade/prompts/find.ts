// Finds prompts of an owner: those that the facade follows or remembers, and those of other processes in the backend's
// record.

import type { Caller } from "@pictor/comfyui-protocol";
import { keepNewest, raceAbort } from "@pictor/kernel/plugin";
import type { CallOptions, PromptSummary } from "@pictor/kernel/plugin";
import {
  isOwn,
  optionsOf,
  rememberFiles,
  type ActivePrompt,
  type EndedPrompt,
  type Facade,
} from "../state/facade-state.js";
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
  if (state.state !== "lost") rememberFiles(facade, state.outputs);
  const ending = { prompt, state, messages: [], at: facade.clock.now() };
  const entry = historyEntryOf(ending, facade.nextNumber());
  facade.ended.set(promptId, { prompt, entry });
  keepNewest(facade.ended, maxEnded);
  return { in: "ended", prompt, entry };
}

/** As `findPrompt`, for the prompts of one owner only. */
export async function findOwn(
  facade: Facade,
  promptId: string,
  caller: Caller,
): Promise<FoundPrompt | undefined> {
  const found = await findPrompt(facade, promptId, optionsOf(caller));
  return found !== undefined && isOwn(found.prompt, caller) ? found : undefined;
}

export interface QueuePlace {
  readonly promptId: string;
  readonly isRunning: boolean;
  /** Undefined for a prompt of another owner: only its place in the queue is shown. */
  readonly prompt?: Prompt | undefined;
}

async function promptOfSummary(
  facade: Facade,
  { promptId, record }: PromptSummary,
  caller: Caller,
): Promise<Prompt | undefined> {
  const known = facade.active.get(promptId)?.prompt;
  if (known !== undefined) return isOwn(known, caller) ? known : undefined;
  const origin = originOf(record);
  if (origin === undefined || !isOwn(origin, caller)) return undefined;
  const snapshot = await facade.backend.fetchSubmission(promptId, optionsOf(caller));
  return snapshot === undefined ? undefined : promptOf(promptId, snapshot);
}

/**
 * Milliseconds for which a list of the queue is used again. Clients ask after every message about the queue, and a list of
 * several servers is a request to each.
 */
const queueMs = 500;

/**
 * The queue of the backend as it was a moment ago. A failure is not kept. If one caller gives up, the others still get
 * the list.
 */
function readQueue(facade: Facade): Promise<readonly PromptSummary[]> {
  const now = facade.clock.now();
  const known = facade.queue;
  if (known !== undefined && now - known.at < queueMs) return known.summaries;
  const read = { at: now, summaries: facade.backend.prompts({ limit: 0 }) };
  facade.queue = read;
  read.summaries.catch(() => {
    if (facade.queue === read) facade.queue = undefined;
  });
  return read.summaries;
}

/** The queue from a list that is begun after the call. Callers that wait while another list is read share the next one. */
export function readQueueAgain(facade: Facade): Promise<readonly PromptSummary[]> {
  const begin = (): Promise<readonly PromptSummary[]> => {
    facade.queue = facade.nextQueue = undefined;
    return readQueue(facade);
  };
  facade.nextQueue ??= (facade.queue?.summaries ?? Promise.resolve()).then(begin, begin);
  return facade.nextQueue;
}

/** The place of a prompt that waits. One that waits for something else than its turn has none, and others overtake it. */
const placeOf = ({ ahead, wait }: PromptSummary): number =>
  ahead ?? (wait === undefined || wait.why === "turn" ? 0 : Number.MAX_SAFE_INTEGER);

/** The prompts that run or wait, in the order in which they run, with what has happened to the followed ones since the list. */
export async function listQueue(facade: Facade, caller: Caller): Promise<readonly QueuePlace[]> {
  const summaries = await raceAbort(caller.signal, readQueue(facade));
  const queued = summaries
    .filter(
      ({ state, promptId }) => (state === "queued" || state === "running") && !facade.ended.has(promptId),
    )
    .reverse();
  const ids = new Set(queued.map(({ promptId }) => promptId));
  const newer = [...facade.active.values()].filter(
    ({ isAccepted, prompt }) => isAccepted && !ids.has(prompt.promptId),
  );
  const isRunning = ({ state, promptId }: PromptSummary): boolean =>
    state === "running" || facade.active.get(promptId)?.run.hasStarted === true;
  const place = (summary: PromptSummary): number => (isRunning(summary) ? -1 : placeOf(summary));
  const sorted = [...queued].sort((one, other) => place(one) - place(other));
  const listed = await Promise.all(
    sorted.map(async (summary) => ({
      promptId: summary.promptId,
      isRunning: isRunning(summary),
      prompt: await promptOfSummary(facade, summary, caller),
    })),
  );
  const added = newer.map(({ prompt, run }) => ({
    promptId: prompt.promptId,
    isRunning: run.hasStarted,
    prompt: isOwn(prompt, caller) ? prompt : undefined,
  }));
  return [...listed, ...added];
}

/** How many results of earlier processes are looked up. */
const maxEarlier = 100;

/** The ended prompts of an owner, oldest first. Those from before a restart are looked up once. */
export async function listEnded(facade: Facade, caller: Caller): Promise<readonly EndedPrompt[]> {
  const options = optionsOf(caller);
  const asker = caller.owner ?? "";
  if (!facade.searched.has(asker)) {
    facade.searched.add(asker);
    keepNewest(facade.searched, maxEnded);
    const summaries = await facade.backend.prompts({ ...options, limit: maxEarlier }).catch(() => []);
    const earlier = summaries.filter(({ record, promptId }) => {
      const origin = originOf(record);
      return origin !== undefined && isOwn(origin, caller) && !facade.active.has(promptId);
    });
    for (const { promptId } of [...earlier].reverse())
      await findPrompt(facade, promptId, options).catch(() => undefined);
  }
  return [...facade.ended.values()].filter(
    ({ prompt }) => isOwn(prompt, caller) && !facade.hidden.has(prompt.promptId),
  );
}
