// Failed prompts as a table, and one of them in full. Pure: the current time is an argument.

import type { FailedPrompt } from "@pictor/kernel";
import { oneLine } from "../../text/plain-text.js";
import { localTime, relativeTime } from "../../text/time-text.js";

export const failureRows = (
  failures: readonly FailedPrompt[],
  nowMs: number,
): readonly (readonly string[])[] => [
  ["PROMPT", "STATE", "ENDED", "OWNER", "MEMBER", "REASON"],
  ...failures.map(({ promptId, state, endedAt, owner = "-", member = "-", reason }) => [
    promptId,
    state,
    relativeTime(endedAt, nowMs),
    oneLine(owner),
    oneLine(member),
    oneLine(reason),
  ]),
];

/** All that is known of a failed prompt, once each. */
export function failureLines(prompt: FailedPrompt): readonly string[] {
  const { promptId, state, owner, member, createdAt, endedAt, attempts, reason, error } = prompt;
  const node = error?.node === undefined ? "" : `node ${error.node} (${error.classType ?? "?"}): `;
  const facts = [
    ["prompt", promptId],
    ["state", state],
    ["owner", owner],
    ["member", member],
    ["submitted", localTime(createdAt)],
    ["ended", localTime(endedAt)],
    ["attempts", String(attempts)],
    ["reason", reason === error?.message ? undefined : reason],
    ["error", error && `${node}${error.exception}: ${error.message}`],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${`${name}:`.padEnd(11)}${oneLine(value)}`],
  );
}
