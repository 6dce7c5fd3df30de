// The life of a prompt in a pool: a pure function from state and input to the next state.
//
//               ┌──────── certainly not run ────────┐
//               ▼                                   │
//   waiting ─ dispatch ─► dispatching ─ accepted ─► there ─ record ─► ended
//      │                      │                       │
//      │ cancel, refused      │ cancelled, not run    ├─ nobody knows ─► lost
//      └──────────────────────┴── removed, rejected   └─ removed from the queue there ─► removed
//
// A prompt goes back to `waiting` only while it is certain that no member has run it. The last states never change.

import type { NodeError } from "@pictor/kernel/plugin";
import type { EndRecord } from "@pictor/prompt-life";

export type PromptStep =
  | { readonly step: "waiting" }
  | {
      readonly step: "dispatching";
      readonly member: string;
      /** Whether the request that submits the prompt may have begun: the member may have the prompt. */
      readonly isSent: boolean;
      readonly isCancelled: boolean;
    }
  | {
      readonly step: "there";
      readonly member: string;
      /** The id that the member uses. */
      readonly id: string;
      readonly isRunning: boolean;
      readonly isCancelled: boolean;
    }
  | { readonly step: "ended"; readonly member: string; readonly id: string; readonly record: EndRecord }
  | { readonly step: "lost"; readonly member: string; readonly id: string; readonly reason: string }
  /** Every member that could run it has refused it. */
  | { readonly step: "rejected"; readonly error: NodeError }
  /** It was cancelled before it ran. */
  | { readonly step: "removed" };

export type PromptInput =
  | { readonly type: "dispatch"; readonly member: string }
  | { readonly type: "sent" | "running" | "cancel" }
  /** The member has removed it from its queue. */
  | { readonly type: "removed" }
  | { readonly type: "accepted"; readonly id: string }
  /** It is certain that the member has not run the prompt, and will not. */
  | { readonly type: "notRun" }
  | { readonly type: "rejected"; readonly error: NodeError }
  | { readonly type: "record"; readonly record: EndRecord }
  | { readonly type: "lose"; readonly id: string; readonly reason: string };

/** Whether the state never changes again. */
export const isLast = ({ step }: PromptStep): boolean =>
  step === "ended" || step === "lost" || step === "rejected" || step === "removed";

/** The next state. An input that the state does not allow changes nothing: the same object is returned. */
export function nextStep(state: PromptStep, input: PromptInput): PromptStep {
  if (isLast(state)) return state;
  switch (input.type) {
    case "dispatch":
      return state.step === "waiting"
        ? { step: "dispatching", member: input.member, isSent: false, isCancelled: false }
        : state;
    case "sent":
      return state.step === "dispatching" ? { ...state, isSent: true } : state;
    case "accepted": {
      if (state.step !== "dispatching" || !state.isSent) return state;
      const { member, isCancelled } = state;
      return { step: "there", member, id: input.id, isRunning: false, isCancelled };
    }
    case "running":
      return state.step === "there" && !state.isRunning ? { ...state, isRunning: true } : state;
    case "notRun":
      if (state.step === "dispatching" || (state.step === "there" && !state.isRunning))
        return state.isCancelled ? { step: "removed" } : { step: "waiting" };
      return state;
    case "cancel":
      if (state.step === "waiting") return { step: "removed" };
      return { ...state, isCancelled: true } as PromptStep;
    case "removed":
      return state.step === "there" ? { step: "removed" } : state;
    case "rejected":
      return state.step === "waiting" ? { step: "rejected", error: input.error } : state;
    case "record": {
      if (state.step !== "there") return state;
      return { step: "ended", member: state.member, id: state.id, record: input.record };
    }
    case "lose": {
      if (state.step !== "there" && !(state.step === "dispatching" && state.isSent)) return state;
      return { step: "lost", member: state.member, id: input.id, reason: input.reason };
    }
  }
}

/** The member that has the prompt, or may have it. */
export const memberOf = (state: PromptStep): string | undefined =>
  "member" in state ? state.member : undefined;
