// The members of a pool or queue and the owners of its prompts, as tables of `backend status`. Pure: the current time
// is an argument.

import type { FarmStatus, MemberStatus } from "@pictor/kernel";
import { oneLine } from "../../text/plain-text.js";
import { durationText } from "../../text/time-text.js";

/** The state in a few words, such as `unreachable: connection refused; asked again in 8 seconds`. */
function memberState({ state, reason, retryAt }: MemberStatus, nowMs: number): string {
  const why = reason === undefined ? "" : `: ${oneLine(reason).replace(/\.$/, "")}`;
  const again = retryAt === undefined ? "" : `; asked again in ${durationText(Math.max(0, retryAt - nowMs))}`;
  return `${state === "unchecked" ? "no answer yet" : state}${why}${again}`;
}

const stepText = (stepMs: number | undefined): string => {
  if (stepMs === undefined) return "-";
  return stepMs < 10 ? stepMs.toFixed(1) : String(Math.round(stepMs));
};

const runningText = ({ running, capacity }: MemberStatus): string =>
  capacity === undefined ? String(running) : `${running} of ${capacity}`;

/** A heading and a row for each member. The long texts, models and state, are the last columns. */
export function memberRows({ members }: FarmStatus, nowMs: number): readonly (readonly string[])[] {
  const rows = members.map((member) => [
    oneLine(member.name),
    runningText(member),
    String(member.ended),
    String(member.lost),
    String(member.modelSwitches),
    stepText(member.stepMs),
    member.loaded.length === 0 ? "-" : member.loaded.map(oneLine).join(", "),
    memberState(member, nowMs),
  ]);
  return [["MEMBER", "RUNNING", "ENDED", "LOST", "SWITCHES", "MS/STEP", "LOADED", "STATE"], ...rows];
}

/** A heading and a row for each owner, in the order of the status. */
export const ownerRows = ({ owners }: FarmStatus): readonly (readonly string[])[] => [
  ["OWNER", "WAITING", "RUNNING", "STATE"],
  ...owners.map(({ owner, waiting, running, isPaused = false }) => [
    owner === undefined ? "(no owner)" : oneLine(owner),
    String(waiting),
    String(running),
    isPaused ? "paused" : "-",
  ]),
];
