// The life of one submission to one server: a pure function from state and input to the next state. A prompt is sent
// once; if it is not known whether the request has arrived, the server is asked.
//
//             reply, event, or found in the record
//   sending ──────────────────────────────────────────────► accepted
//     │  │ certainly not sent, or the credentials refused ─► notTaken
//     │  │ the server has answered and refuses ────────────► refused
//     │  │ crash, or no reply for too long ────────────────► uncertain
//     ▼                                                       ▲
//   checking ── no answer for too long, an odd one, a crash ──┤
//     │  │ denied twice, the connection lost in between ──────┘
//     │  │ denied twice ───────────────────────────────────► notTaken
//     │  └ found ──────────────────────────────────────────► accepted

import {
  errorOf,
  isCrash,
  isCredentialRefusal,
  isNotSent,
  isOutcomeUnknown,
  PictorError,
  reasonOf,
} from "@pictor/kernel/plugin";
import { afterLap, noLaps, type Laps } from "../calls/stopwatch.js";
import { longestRoundMs, unansweredPauseMs, type PromptLimits } from "../limits.js";
import type { LookUpAnswer } from "./until-known.js";

/** What has become of a submission. */
export type SubmissionOutcome =
  | { readonly is: "accepted"; readonly id: string }
  /** It was certainly not run, and is not on the server, which cannot be used at present. */
  | { readonly is: "notTaken"; readonly error: unknown }
  /** It was certainly not run: the server does not want it, and would not want it later. */
  | { readonly is: "refused"; readonly error: PictorError }
  /** It may have run. `error`: how the request has failed, or the crash of the server. */
  | {
      readonly is: "uncertain";
      readonly loss: SubmissionLoss;
      readonly why: string;
      readonly error?: unknown;
    };

export type SubmissionLoss = "crashed" | "restarted" | "unreachable" | "unreadable";

/** What is known after the request. */
export type SubmissionState =
  | {
      readonly step: "checking";
      readonly failure: unknown;
      /** How long the server was asked. */
      readonly asked: Laps;
      readonly denials: number;
      readonly failures: number;
    }
  | { readonly step: "settled"; readonly outcome: SubmissionOutcome };

export type Checking = Extract<SubmissionState, { readonly step: "checking" }>;

const settled = (outcome: SubmissionOutcome): SubmissionState => ({ step: "settled", outcome });
const uncertain = (loss: SubmissionLoss, why: string, error?: unknown): SubmissionState =>
  settled({ is: "uncertain", loss, why, ...(error !== undefined && { error }) });
const seconds = (ms: number): string => `${ms / 1_000} s`;

/** A failed request may have arrived, and the server is to be asked. */
export const checking = (failure: unknown, now: number): Checking => ({
  step: "checking",
  failure,
  asked: noLaps(now),
  denials: 0,
  failures: 0,
});

/** Whether the request may have been carried out although it has failed. */
export const mayHaveArrived = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (error instanceof PictorError && error.base === "REQUEST_FAILED");

export function afterFailure(error: unknown, now: number): SubmissionState {
  if (isCrash(error)) return uncertain("crashed", `its server has crashed (${reasonOf(error)})`, error);
  if (isNotSent(error) || isCredentialRefusal(error)) return settled({ is: "notTaken", error });
  if (mayHaveArrived(error)) return checking(error, now);
  return settled({ is: "refused", error: errorOf(error) });
}

export const afterSilence = ({ unreachableMs }: PromptLimits): SubmissionState =>
  uncertain("unreachable", `no reply to the submission within ${seconds(unreachableMs)}`);

/** `wasCut`: the connection was lost since the submission, so that the server can have run the prompt and have been restarted. */
export function afterLookUp(
  state: Checking,
  answer: LookUpAnswer,
  { now, wasCut, limits }: { readonly now: number; readonly wasCut: boolean; readonly limits: PromptLimits },
): SubmissionState {
  if (typeof answer === "object") return settled({ is: "accepted", id: answer.id });
  const { failure } = state;
  if (answer === "unreadable")
    return uncertain("unreadable", "it does not say whether it has the prompt", failure);
  const denials = state.denials + (answer === "denied" ? 1 : 0);
  const why = "it does not know the prompt, and may have been restarted after it began to run it";
  if (denials > 1)
    return wasCut ? uncertain("restarted", why, failure) : settled({ is: "notTaken", error: failure });
  const asked = afterLap(state.asked, now, longestRoundMs(limits));
  if (asked.ms >= limits.unreachableMs)
    return uncertain("unreachable", `it has not answered for ${seconds(limits.unreachableMs)}`, failure);
  return { ...state, asked, denials, failures: state.failures + (answer === "unanswered" ? 1 : 0) };
}

/** Milliseconds until the server is asked again. `random`, from 0 to 1, spreads prompts. */
export const pauseOf = (
  answer: LookUpAnswer,
  { failures }: Checking,
  limits: PromptLimits,
  random: number,
): number => (answer === "denied" ? limits.recheckMs : unansweredPauseMs(failures - 1, limits, random));
