// Follows prompts to their ends: by their events, and by their records when no event comes. The record decides.

import { noMessages, noteMessage } from "@pictor/farm";
import { message, statusMessage } from "@pictor/comfyui-protocol";
import { keepNewest, reasonOf } from "@pictor/kernel/plugin";
import type { BackendEvent, PromptState } from "@pictor/kernel/plugin";
import { followPrompt, promptLimits, type FollowOutcome } from "@pictor/prompt-life";
import { rememberFiles, type ActivePrompt, type Facade } from "../state/facade-state.js";
import { endingMessage, historyEntryOf, type EndedState } from "../wire/ending.js";
import { Run } from "../wire/run.js";
import type { Prompt } from "../wire/prompt.js";

/**
 * The backend itself follows its prompts: it says when one is lost, and takes back what stands still. While it does not
 * answer, its prompts go on. Many of them may wait, so they are read seldom.
 */
const limits = { ...promptLimits, unreachableMs: Infinity, stalledMs: Infinity, longestRecordMs: 60_000 };
/** How many ended prompts are remembered. Records of older ones are read from the backend. */
export const maxEnded = 1_000;

/** Milliseconds between two announcements. Clients answer each with requests, one for every prompt that they wait for. */
const announceMs = 250;

/** Announces the length of the queue, at once or a moment later. */
export function announceStatus(facade: Facade): void {
  const { announced, clock, sockets } = facade;
  if (announced.cancel !== undefined) return;
  const send = (): void => {
    announced.cancel = undefined;
    announced.at = clock.now();
    sockets.broadcast(statusMessage(facade.remaining()));
  };
  const rest = announced.at + announceMs - clock.now();
  if (rest <= 0) send();
  else announced.cancel = clock.after(rest, send);
}

/**
 * Begins to pass on the events of a prompt. Called before it is submitted, because its events may come before the
 * receipt; its record is read only afterwards: see `watch`.
 */
export function follow(facade: Facade, prompt: Prompt): ActivePrompt {
  const { clock, active } = facade;
  const entry: ActivePrompt = {
    prompt,
    run: new Run({
      promptId: prompt.promptId,
      now: () => clock.now(),
      isOutput: (node) => entry.prompt.outputs.includes(node),
    }),
    messages: noMessages,
    isAccepted: false,
    follower: undefined,
    release: () => undefined,
  };
  active.set(prompt.promptId, entry);
  return entry;
}

/** Stops following a prompt that was not accepted, or was removed from the queue. */
export function unfollow(facade: Facade, promptId: string): void {
  const entry = facade.active.get(promptId);
  entry?.follower?.stop();
  entry?.release();
  facade.active.delete(promptId);
}

/** Reads the record of a prompt that the backend has or may have, until it has ended. */
export function watch(facade: Facade, entry: ActivePrompt): void {
  const { backend, clock, logger } = facade;
  const { promptId } = entry.prompt;
  if (facade.active.get(promptId) !== entry || entry.follower !== undefined) return;
  const read = async (): Promise<PromptState> => {
    try {
      const state = await backend.state(promptId);
      entry.isAccepted ||= state.state !== "unknown";
      return state;
    } catch (error) {
      logger.warn(`the record of a prompt of the gateway could not be read: ${reasonOf(error)}`, {
        promptId,
      });
      throw error;
    }
  };
  entry.follower = followPrompt({
    clock,
    limits,
    read,
    signal: facade.signal,
    // Only a queue that stands still is left in this way, which the backend decides.
    cancel: () => Promise.resolve("gone"),
    messages: () => entry.messages,
    wasCut: () => false,
    isCancelled: () => false,
    onOutcome(outcome) {
      if (facade.active.get(promptId) === entry) conclude(facade, entry, outcome);
    },
  });
  if (entry.messages.hasEnded) void entry.follower.look();
}

function conclude(facade: Facade, entry: ActivePrompt, outcome: FollowOutcome): void {
  const { promptId } = entry.prompt;
  if (outcome.is === "ended") end(facade, entry, outcome.record);
  // The client of a prompt that was not accepted knows it from the reply to its request.
  else if (!entry.isAccepted) unfollow(facade, promptId);
  else if (outcome.is === "lost" && outcome.loss === "recorded")
    end(facade, entry, { state: "lost", reason: outcome.why });
  else end(facade, entry, { state: "lost", reason: unknownReason(facade, promptId) });
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
  const ending = { prompt, state, messages: run.messages, node: run.activeNode, at: clock.now() };
  unfollow(facade, prompt.promptId);
  if (state.state !== "lost") rememberFiles(facade, state.outputs);
  ended.set(prompt.promptId, { prompt, entry: historyEntryOf(ending, facade.nextNumber()) });
  keepNewest(ended, maxEnded);
  const [type, data] = endingMessage(ending);
  sockets.send(prompt, [...before, ...skipped, ...run.lastProgress(), message(type, data)]);
  announceStatus(facade);
  sockets.send(prompt, [run.end()]);
}

/** Passes an event of the backend on to the client of its prompt. */
export function receiveEvent(facade: Facade, event: BackendEvent): void {
  if (!("promptId" in event)) return;
  const entry = facade.active.get(event.promptId);
  if (entry === undefined) return;
  entry.isAccepted = true;
  entry.messages = noteMessage(entry.messages, event);
  if (event.type === "output") rememberFiles(facade, event.files);
  facade.sockets.send(entry.prompt, entry.run.receive(event));
  entry.follower?.note(event);
}

/** Stops all timers. */
export function unfollowAll(facade: Facade): void {
  facade.announced.cancel?.();
  for (const promptId of [...facade.active.keys()]) unfollow(facade, promptId);
}
