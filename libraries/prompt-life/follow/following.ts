// Following a prompt that a server has: a pure function from state and reading to the next step. The record decides;
// the messages say when to read it, and how the run has ended if there is no record.
//
//               ┌─ running, waiting: pause, longer the longer nothing changes ─┐
//               ▼                                                              │
//   reading ── answer ─────────────────────────────────────────────────────────┤
//     │  │ final record ──────────────────► ended                              │
//     │  │ no record for `lateRecordMs` ──► ended by its messages, removed after a cancel, else lost
//     │  │ the queue stands still ────────► stalled
//     │  └ no answer ── pause ─────────────────────────────────────────────────┘
//     └─ no answer for `unreachableMs`, crash ► lost

import { endingOf, type RunMessages } from "@pictor/farm";
import { isCrash, reasonOf, type PromptState } from "@pictor/kernel/plugin";
import { afterLap, noLaps, type Laps } from "../calls/stopwatch.js";
import { longestRoundMs, quietPauseMs, unansweredPauseMs, type PromptLimits } from "../limits.js";

/** How a prompt has ended: the record of the server, or what its messages amount to when it has none. */
export type EndRecord = Extract<PromptState, { readonly outputs: readonly unknown[] }>;

export interface Following {
  /** Whether the record has said that the prompt runs. */
  readonly hasRun: boolean;
  /** Successive readings without an event in between. */
  readonly quiet: number;
  /** Successive readings without an answer, and how long there was none. */
  readonly failures: number;
  readonly unanswered?: Laps | undefined;
  /** How long the record was missing, and how long the queue has stood still. */
  readonly missing?: Laps | undefined;
  readonly idle?: Laps | undefined;
  /** Successive readings of a record that is behind the messages. */
  readonly lookups: number;
}

export const following: Following = { hasRun: false, quiet: 0, failures: 0, lookups: 0 };

/** An event of the prompt has come: its server is there. */
export const afterEvent = (state: Following): Following => ({
  ...state,
  quiet: 0,
  idle: undefined,
  unanswered: undefined,
});

export type Reading = { readonly record: PromptState } | { readonly failure: unknown };

export interface ReadingContext {
  readonly now: number;
  /** When the reading began. */
  readonly askedAt: number;
  readonly messages: RunMessages;
  /** Whether the connection was lost since the submission: then the record may never come. */
  readonly wasCut: boolean;
  readonly isCancelled: boolean;
  /** Whether events can arrive. */
  readonly isConnected: boolean;
  readonly limits: PromptLimits;
  /** From 0 to 1: spreads prompts that were submitted together. */
  readonly random: number;
}

export type FollowStep =
  /** `isQuiet`: each event begins the wait again. */
  | { readonly is: "wait"; readonly ms: number; readonly isQuiet?: true; readonly next: Following }
  | { readonly is: "ended"; readonly record: EndRecord }
  /** It was cancelled, and has left the queue without a record. */
  | { readonly is: "removed" }
  | { readonly is: "stalled" }
  | PromptLoss;

/** It is not known how the prompt has ended, or that it will end. `error`: of the last reading. */
export interface PromptLoss {
  readonly is: "lost";
  readonly loss: FollowLoss;
  readonly why: string;
  readonly error?: unknown;
}

/**
 * `recorded`: the record itself says so. `unrecorded`: the run has ended, and has no record. `forgotten`: there is no
 * trace of the prompt.
 */
export type FollowLoss = "crashed" | "forgotten" | "recorded" | "stalled" | "unreachable" | "unrecorded";

const mostLookups = 10;
export const lost = (loss: FollowLoss, why: string, error?: unknown): PromptLoss => ({
  is: "lost",
  loss,
  why,
  ...(error !== undefined && { error }),
});
const isEnd = (state: PromptState): state is EndRecord => "outputs" in state;

function afterAbsence(state: Following, context: ReadingContext): FollowStep {
  const { now, messages, wasCut, limits } = context;
  const missing = afterLap(state.missing ?? noLaps(now), now, longestRoundMs(limits));
  const limitMs = wasCut && !messages.hasEnded ? limits.recheckMs : limits.lateRecordMs;
  if (missing.ms < limitMs) {
    const lookups = state.missing === undefined ? 0 : state.lookups;
    const ms = Math.min(limits.firstLateMs * 2 ** lookups, limitMs - missing.ms);
    return { is: "wait", ms, next: { ...state, missing, lookups: lookups + 1 } };
  }
  const record = endingOf(messages);
  if (record !== undefined) return { is: "ended", record };
  if (messages.hasEnded)
    return lost("unrecorded", "its run has ended, and it has no record of how the run has ended");
  if (context.isCancelled) return { is: "removed" };
  return lost(
    "forgotten",
    "it no longer knows the prompt, which was removed there, or the server was restarted",
  );
}

function afterFailure(state: Following, failure: unknown, context: ReadingContext): FollowStep {
  const { now, askedAt, limits, random } = context;
  const reason = reasonOf(failure).replace(/\.$/, "");
  if (isCrash(failure)) return lost("crashed", `its server has crashed (${reason})`, failure);
  const unanswered = afterLap(state.unanswered ?? noLaps(askedAt), now, longestRoundMs(limits));
  if (unanswered.ms >= limits.unreachableMs)
    return lost(
      "unreachable",
      `it has not answered for ${limits.unreachableMs / 1000} s (${reason})`,
      failure,
    );
  const ms = unansweredPauseMs(state.failures, limits, random);
  return { is: "wait", ms, next: { ...state, unanswered, failures: state.failures + 1 } };
}

export function afterReading(before: Following, reading: Reading, context: ReadingContext): FollowStep {
  if ("failure" in reading) return afterFailure(before, reading.failure, context);
  const { record } = reading;
  const answered = { ...before, failures: 0, unanswered: undefined };
  if (isEnd(record)) return { is: "ended", record };
  if (record.state === "lost") return lost("recorded", record.reason);
  if (record.state === "unknown") return afterAbsence(answered, context);
  const { now, limits, messages, random } = context;
  const isIdle = record.state === "queued" && record.idle === true;
  // At least three readings have to agree.
  const idle = isIdle ? afterLap(before.idle ?? noLaps(now), now, limits.stalledMs / 2) : undefined;
  if (idle !== undefined && idle.ms >= limits.stalledMs) return { is: "stalled" };
  const lookups = before.missing === undefined ? before.lookups : 0;
  const hasRun = before.hasRun || record.state === "running";
  const state = { ...answered, hasRun, missing: undefined, idle, lookups };
  if (messages.hasEnded && lookups < mostLookups)
    return { is: "wait", ms: limits.firstLateMs * 2 ** lookups, next: { ...state, lookups: lookups + 1 } };
  const ms = quietPauseMs(before.quiet, limits, random);
  const quiet = context.isConnected ? before.quiet + 1 : 0;
  return { is: "wait", ms, isQuiet: true, next: { ...state, quiet } };
}
