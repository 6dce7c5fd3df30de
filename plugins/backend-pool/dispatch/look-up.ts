// Finds out whether a member has a prompt whose submission has an unknown outcome.

import { hasNoList, pause, type Submission, isCrash, isOutcomeUnknown } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import type { Member } from "../members/member.js";

/** `denied`: the member answers that it does not have the prompt. */
type Answer = { readonly id: string } | "denied" | "unanswered" | "unreadable";

/** `absent`: it is certain that the member does not have the prompt. */
export type LookUp = { readonly id: string } | "absent" | { readonly uncertain: string };

/** Servers that assign ids themselves keep the proposed one in the record that was submitted with the prompt. */
export async function findOn(
  member: Member,
  { promptId }: Submission,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { state } = await member.call((backend, limited) => backend.state(promptId, { signal: limited }), {
    signal,
  });
  if (state !== "unknown") return promptId;
  const listed = await member
    .call((backend, limited) => backend.prompts({ limit: 20, signal: limited }), { signal })
    .catch((error: unknown) => {
      if (hasNoList(error)) return [];
      throw error;
    });
  return listed.find(({ record }) => record?.["promptId"] === promptId)?.promptId;
}

async function ask(member: Member, submission: Submission, signal: AbortSignal): Promise<Answer> {
  try {
    const id = await findOn(member, submission, signal);
    return id === undefined ? "denied" : { id };
  } catch (error) {
    signal.throwIfAborted();
    if (isCrash(error)) return "unreadable";
    return isOutcomeUnknown(error) ? "unanswered" : "unreadable";
  }
}

/**
 * Asks until the member says that it has the prompt, or twice that it does not. A denial counts only if the server was not restarted since
 * the submission, as far as the connection to it shows: `wasCut` says whether the connection was lost.
 */
export async function lookUp(
  member: Member,
  submission: Submission,
  { clock, limits, signal }: Pick<Core, "clock" | "limits" | "signal">,
  wasCut: () => boolean,
): Promise<LookUp> {
  const since = clock.now();
  for (let denials = 0, failures = 0; ;) {
    const answer = await ask(member, submission, signal);
    if (typeof answer === "object") return answer;
    if (answer === "unreadable") return { uncertain: "it does not say whether it has the prompt" };
    if (answer === "denied" && ++denials > 1)
      return wasCut()
        ? { uncertain: "it does not know the prompt, and may have been restarted after it began to run it" }
        : "absent";
    if (clock.now() - since >= limits.unreachableMs)
      return { uncertain: `it has not answered for ${limits.unreachableMs / 1000} s` };
    const ms = answer === "denied" ? limits.recheckMs : Math.min(limits.recordMs, 250 * 2 ** failures++);
    await pause(clock, ms, signal);
  }
}
