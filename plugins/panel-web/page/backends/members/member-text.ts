// The members of a pool or queue as texts. Pure.

import type { MemberList, MemberStatus } from "@pictor/client";
import { roughText } from "../../shell/clock.js";
import { counted } from "../../parts/counted.js";

export type MemberTone = "good" | "warning" | "error" | "unknown";

const tones: Readonly<Record<MemberStatus["state"], MemberTone>> = {
  ready: "good",
  draining: "warning",
  unreachable: "error",
  unchecked: "unknown",
};

/** The colored dot and the text for the state of a member. */
export function stateOf(
  { state, reason, retryAtMs }: MemberStatus,
  nowMs: number,
): { readonly tone: MemberTone; readonly text: string } {
  const texts: Readonly<Record<MemberStatus["state"], string>> = {
    ready: "ready",
    draining: "gets no further prompts",
    unreachable: reason === undefined ? "does not answer" : `does not answer: ${reason}`,
    unchecked: "not asked yet",
  };
  const again =
    retryAtMs === undefined || retryAtMs <= nowMs ? [] : [`asked again in ${roughText(retryAtMs - nowMs)}`];
  return { tone: tones[state], text: [texts[state], ...again].join(" · ") };
}

/** What a member does and has done, such as `1 running · 40 ended · 3 model switches · 118 ms per step`. */
export function factsOf({ running, ended, lost, modelSwitches, stepMs }: MemberStatus): string {
  return [
    `${running} running`,
    `${ended} ended`,
    ...(lost > 0 ? [`${lost} of them lost`] : []),
    counted(modelSwitches, "model switch", "model switches"),
    ...(stepMs === undefined ? [] : [`${stepMs < 10 ? stepMs.toFixed(1) : Math.round(stepMs)} ms per step`]),
  ].join(" · ");
}

/** An owner of waiting or running prompts, such as `anna: 12 waiting, 1 running`. */
export const ownerText = ({
  owner,
  waiting,
  running,
  isPaused = false,
}: MemberList["owners"][number]): string =>
  `${owner ?? "Prompts that name nobody"}: ${waiting} waiting, ${running} running${isPaused ? " · paused" : ""}`;
