// Follows prompts to their ends: by their events, and by their records when no event comes. The record decides.

import { keepNewest, reasonOf } from "@pictor/kernel/plugin";
import type { BackendEvent, PromptState } from "@pictor/kernel/plugin";
import { rememberFiles, type ActivePrompt, type Facade } from "../state/facade-state.js";
import { endingMessage, hasEnded, historyEntryOf, type EndedState } from "../wire/ending.js";
import { createRun, message } from "../wire/run.js";
import type { Prompt } from "../wire/prompt.js";

/** Milliseconds without an event after which the record of a prompt is read; doubled each time, up to a minute. */
const silenceMs = 5_000;
const longestSilenceMs = 60_000;
/** Milliseconds between the event that a prompt has ended and the next look at a record that does not say so yet. */
const lateRecordMs = 250;
/** How many times in a row the backend must not know a prompt before the prompt counts as lost. */
const maxDenials = 2;
/** How many ended prompts are remembered. Records of older ones are read from the backend. */
export const maxEnded = 1_000;

export const statusMessage = (facade: Facade, sid?: string) =>
  message("status", {
    status: { exec_info: { queue_remaining: facade.remaining() } },
    ...(sid !== undefined && { sid }),
  }) as Extract<ReturnType<typeof message>, { kind: "message" }>;

/** Milliseconds between two announcements. Clients answer each with requests, one for every prompt that they wait for. */
const announceMs = 250;

/** Announces the length of the queue, at once or a moment later. */
export function announceStatus(facade: Facade): void {
  const { announced, clock, sockets } = facade;
  if (announced.cancel !== undefined) return;
  const send = (): void => {
    announced.cancel = undefined;
    announced.at = clock.now();
    sockets.broadcast(statusMessage(facade));
  };
  const rest = announced.at + announceMs - clock.now();
  if (rest <= 0) send();
  else announced.cancel = clock.after(rest, send);
}

const silenceOf = ({ looks }: ActivePrompt): number => Math.min(longestSilenceMs, silenceMs * 2 ** looks);

/** Begins to follow a prompt. Called before it is submitted, because its events may come before the receipt. */
export function follow(facade: Facade, prompt: Prompt): ActivePrompt {
  const { clock, active } = facade;
  const entry: ActivePrompt = {
    prompt,
    run: createRun({
      promptId: prompt.promptId,
      now: () => clock.now(),
      isOutput: (node) => entry.prompt.outputs.includes(node),
    }),
    ...{ heardAt: clock.now(), looks: 0, denials: 0, isAccepted: false, isEnding: false },
    cancelTimer: () => undefined,
    release: () => undefined,
  };
  active.set(prompt.promptId, entry);
  watch(facade, entry, silenceMs);
  return entry;
}

/** Stops following a prompt that was not accepted, or was removed from the queue. */
export function unfollow(facade: Facade, promptId: string): void {
  const entry = facade.active.get(promptId);
  entry?.cancelTimer();
  entry?.release();
  facade.active.delete(promptId);
}

function watch(facade: Facade, entry: ActivePrompt, delayMs: number): void {
  const { clock, active } = facade;
  entry.cancelTimer();
  entry.cancelTimer = clock.after(delayMs, () => {
    if (active.get(entry.prompt.promptId) !== entry) return;
    const rest = entry.heardAt + silenceOf(entry) - clock.now();
    if (rest > 0) watch(facade, entry, rest);
    else void look(facade, entry);
  });
}

/** Reads the record, and ends the prompt if the record says so. */
async function look(facade: Facade, entry: ActivePrompt): Promise<void> {
  if (entry.isEnding) return;
  entry.isEnding = true;
  const { promptId } = entry.prompt;
  const state = await facade.backend.state(promptId).catch((error: unknown): PromptState | undefined => {
    facade.logger.warn(`the record of a prompt of the gateway could not be read: ${reasonOf(error)}`, {
      promptId,
    });
    return undefined;
  });
  entry.isEnding = false;
  if (facade.active.get(promptId) !== entry) return;
  entry.heardAt = facade.clock.now();
  entry.looks++;
  if (state !== undefined && hasEnded(state)) {
    end(facade, entry, state);
    return;
  }
  entry.isAccepted ||= state !== undefined && state.state !== "unknown";
  entry.denials = state?.state === "unknown" ? entry.denials + 1 : 0;
  if (entry.denials < maxDenials) watch(facade, entry, silenceOf(entry));
  // The client of a prompt that was not accepted knows it from the reply to its request.
  else if (entry.isAccepted) end(facade, entry, { state: "lost", reason: unknownReason(facade, promptId) });
  else unfollow(facade, promptId);
}

const unknownReason = ({ name }: Facade, promptId: string): string =>
  `${name} no longer knows the prompt ${promptId}: it was removed, or its server was restarted`;

/** Reports the end to the client, after the prompt is in the history. */
function end(facade: Facade, entry: ActivePrompt, state: EndedState): void {
  const { prompt, run } = entry;
  const { sockets, ended, clock } = facade;
  // The first messages of a run are sent even if the backend has reported nothing but the end.
  const before = run.receive({ type: "started", promptId: prompt.promptId });
  const cached = state.state === "succeeded" ? (state.cached ?? []) : [];
  const skipped = run.receive({ type: "cached", promptId: prompt.promptId, nodes: cached });
  const ending = { prompt, state, messages: run.messages(), node: run.activeNode(), at: clock.now() };
  unfollow(facade, prompt.promptId);
  if (state.state !== "lost") rememberFiles(facade, state.outputs);
  ended.set(prompt.promptId, { prompt, entry: historyEntryOf(ending, facade.nextNumber()) });
  keepNewest(ended, maxEnded);
  const [type, data] = endingMessage(ending);
  sockets.send(prompt, [...before, ...skipped, message(type, data)]);
  announceStatus(facade);
  sockets.send(prompt, [message("executing", { node: null, prompt_id: prompt.promptId })]);
}

/** Passes an event of the backend on to the client of its prompt. */
export function receiveEvent(facade: Facade, event: BackendEvent): void {
  if (!("promptId" in event)) return;
  const entry = facade.active.get(event.promptId);
  if (entry === undefined) return;
  Object.assign(entry, { heardAt: facade.clock.now(), looks: 0, denials: 0, isAccepted: true });
  if (event.type === "output") rememberFiles(facade, event.files);
  facade.sockets.send(entry.prompt, entry.run.receive(event));
  if (event.type === "ended") void lookAtEnd(facade, entry);
}

/** The record may be a moment behind the event. */
async function lookAtEnd(facade: Facade, entry: ActivePrompt): Promise<void> {
  await look(facade, entry);
  if (facade.active.get(entry.prompt.promptId) !== entry) return;
  entry.cancelTimer();
  entry.cancelTimer = facade.clock.after(lateRecordMs, () => void look(facade, entry));
}

/** Stops all timers. */
export function unfollowAll(facade: Facade): void {
  facade.announced.cancel?.();
  for (const promptId of [...facade.active.keys()]) unfollow(facade, promptId);
}
