// Follows a prompt that a server has to its end: reads the record when it is due, one reading at a time.

import type { RunMessages } from "@pictor/farm";
import type { BackendEvent, CancelOutcome, Clock, PromptState } from "@pictor/kernel/plugin";
import type { PromptLimits } from "../limits.js";
import {
  afterEvent,
  afterReading,
  following,
  lost,
  type EndRecord,
  type PromptLoss,
  type Reading,
} from "./following.js";

export type FollowOutcome =
  | { readonly is: "ended"; readonly record: EndRecord }
  /** It was cancelled before it ran. */
  | { readonly is: "removed" }
  /** The queue of the server stands still, and the prompt was taken out of it: it was certainly not run. */
  | { readonly is: "removedUnrun"; readonly why: string }
  | PromptLoss;

export interface FollowDependencies {
  readonly clock: Clock;
  /** Ends the following without an outcome. Each followed prompt listens to it. */
  readonly signal: AbortSignal;
  readonly limits: PromptLimits;
  /** Reads the record, within `answerMs`. */
  read(): Promise<PromptState>;
  /** Cancels the prompt, within `answerMs`. */
  cancel(): Promise<CancelOutcome>;
  messages(): RunMessages;
  wasCut(): boolean;
  isCancelled(): boolean;
  /** Whether events can arrive. Default: they can. */
  isConnected?(): boolean;
  /** Called when the queue of the server stands still. */
  onStalled?(why: string): void;
  /** Called once. */
  onOutcome(outcome: FollowOutcome): void;
}

export interface PromptFollower {
  /** Notes an event of the prompt. After its end, the record is read. */
  note(event: BackendEvent): void;
  /** Reads the record now, or joins the reading that is under way; with `isNews`, reads again after that one. Never rejects. */
  look(isNews?: boolean): Promise<void>;
  /** Ends the following without an outcome. */
  stop(): void;
}

const standsStill = "its queue is stalled: prompts wait and nothing runs";

export function followPrompt(deps: FollowDependencies): PromptFollower {
  const { clock, limits, signal } = deps;
  let state = following;
  let isOver = false;
  let reading: Promise<void> | undefined;
  let isReadingWanted = false;
  let cancelTimer = (): void => undefined;

  const stop = (): void => {
    isOver = true;
    cancelTimer();
    signal.removeEventListener("abort", stop);
  };
  const end = (outcome: FollowOutcome): void => {
    if (isOver) return;
    stop();
    deps.onOutcome(outcome);
  };
  let lastEventAt = -Infinity;
  const plan = (ms: number, isQuiet = false, leftMs = ms): void => {
    cancelTimer();
    if (isOver) return;
    const since = clock.now();
    cancelTimer = clock.after(leftMs, () => {
      // An event does not set the timer again, because thousands can come each second.
      if (!isQuiet || lastEventAt <= since) void look();
      else plan(ms, true, Math.min(ms, lastEventAt + ms - clock.now()));
    });
  };
  /** A prompt that has not begun is taken back, so that another server can run it. */
  const takeBack = async (): Promise<void> => {
    const outcome = await deps.cancel().catch(() => undefined);
    deps.onStalled?.(standsStill);
    if (outcome === "removed" && !state.hasRun && !deps.messages().hasBegun)
      end({ is: "removedUnrun", why: standsStill });
    else if (outcome === "removed")
      end(lost("stalled", "it has begun the prompt, and has then removed it from its queue"));
    else end(lost("stalled", standsStill));
  };
  const readOnce = async (): Promise<void> => {
    const askedAt = clock.now();
    const answer: Reading = await deps.read().then(
      (record) => ({ record }),
      (failure: unknown) => ({ failure }),
    );
    if (isOver) return;
    const step = afterReading(state, answer, {
      now: clock.now(),
      askedAt,
      limits,
      random: Math.random(),
      messages: deps.messages(),
      wasCut: deps.wasCut(),
      isCancelled: deps.isCancelled(),
      isConnected: deps.isConnected?.() ?? true,
    });
    if (step.is === "stalled") await takeBack();
    else if (step.is === "wait") {
      state = step.next;
      plan(step.ms, step.isQuiet);
    } else end(step);
  };
  function look(isNews = false): Promise<void> {
    if (isOver) return Promise.resolve();
    if (reading === undefined) isReadingWanted = false;
    else if (isNews) isReadingWanted = true;
    reading ??= readOnce().finally(() => {
      reading = undefined;
      if (isReadingWanted) void look();
    });
    return reading;
  }

  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  plan(limits.recordMs, true);
  return {
    note({ type }) {
      state = afterEvent(state);
      lastEventAt = clock.now();
      if (type === "ended") void look(true);
    },
    look,
    stop,
  };
}
