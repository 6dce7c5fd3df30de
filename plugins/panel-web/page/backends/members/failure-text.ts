// The texts about a failed prompt. Pure.

import type { FailedPrompt } from "@pictor/client";
import { dotted } from "../../parts/texts.js";
import { agoText } from "../../shell/clock.js";

/** Who had the prompt, when it ended, and how often it was run. */
export const failureFacts = ({ owner, member, endedAtMs, attempts }: FailedPrompt, nowMs: number): string =>
  dotted(
    owner !== undefined && `of ${owner}`,
    member !== undefined && `on ${member}`,
    agoText(nowMs - endedAtMs),
    attempts > 1 && `run ${attempts} times`,
  );

/** The error of the server, with its node, and without a message that is the reason already. */
export function errorText({ error, reason }: FailedPrompt): string | undefined {
  if (error === undefined) return undefined;
  const { node, classType, exception, message } = error;
  const place = node === undefined ? "" : `${classType ?? "Node"} ${node}: `;
  return `${place}${exception}${message === reason ? "" : `: ${message}`}`;
}
