// The members of a pool or queue as texts. Pure.

import type { MemberList, MemberStatus } from "@pictor/client";
import { roughText } from "../../shell/clock.js";
import type { Tone } from "../../parts/entries.js";
import { counted, dotted } from "../../parts/texts.js";

const tones: Readonly<Record<MemberStatus["state"], Tone>> = {
  ready: "good",
  draining: "warning",
  unreachable: "error",
  unchecked: "off",
};

/** The colored dot and the text for the state of a member. */
export function stateOf(
  { state, reason, retryAtMs }: MemberStatus,
  nowMs: number,
): { readonly tone: Tone; readonly text: string } {
  const texts: Readonly<Record<MemberStatus["state"], string>> = {
    ready: "ready",
    draining: "gets no further prompts",
    unreachable: reason === undefined ? "does not answer" : `does not answer: ${reason}`,
    unchecked: "no answer yet",
  };
  const again =
    retryAtMs !== undefined && retryAtMs > nowMs && `asked again in ${roughText(retryAtMs - nowMs)}`;
  return { tone: tones[state], text: dotted(texts[state], again) };
}

/** What a member does and has done, such as `1 running · 40 ended · 3 model switches · 118 ms per step`. */
export const factsOf = ({ running, ended, lost, modelSwitches, stepMs }: MemberStatus): string =>
  dotted(
    `${running} running`,
    `${ended} ended`,
    lost > 0 && `${lost} of them lost`,
    counted(modelSwitches, "model switch", "model switches"),
    stepMs !== undefined && `${stepMs < 10 ? stepMs.toFixed(1) : Math.round(stepMs)} ms per step`,
  );

/** An owner of waiting or running prompts, such as `anna: 12 waiting, 1 running`. */
export function ownerText(status: MemberList["owners"][number]): string {
  const { owner = "Prompts without an owner", waiting, running, isPaused = false } = status;
  return dotted(`${owner}: ${waiting} waiting, ${running} running`, isPaused && "paused");
}
