// A member as the choice of the next prompt sees it.

import { modelsKey, restMsOf, runMsOf, type MemberView } from "@pictor/farm";
import type { Core } from "../core/core.js";
import type { Member } from "../members/member.js";
import type { Entry } from "../prompts/entry.js";

/** The expected milliseconds until a prompt has ended; undefined if that cannot be estimated. */
function expectedRest({ models, notes }: Entry, { runs }: Member, now: number): number | undefined {
  const { startedAt, steps } = notes;
  const key = modelsKey(models);
  if (startedAt === undefined) return runMsOf(runs.times, key);
  return restMsOf(runs.times, key, {
    elapsedMs: now - startedAt,
    ...(steps !== undefined && { stepsLeft: steps.max - steps.value }),
  });
}

/**
 * A prompt that has ended according to its messages no longer counts, although its record has not been read yet: at
 * worst the next prompt waits a moment on the member.
 */
export function viewOf({ clock, limits, table }: Core, member: Member): MemberView {
  const { loaded, times, lastServed } = member.runs;
  const basis = { name: member.name, loaded, times, weight: member.weight, lastServed };
  const entries = table.on(member.name).filter(({ prompt }) => prompt?.messages.hasEnded !== true);
  const capacity = member.capacity();
  if (entries.length < capacity) return { ...basis, takes: "now" };
  const now = clock.now();
  let restMs: number | undefined = 0;
  for (const entry of entries) {
    const rest = expectedRest(entry, member, now);
    restMs = restMs === undefined || rest === undefined ? undefined : restMs + rest / capacity;
  }
  if (restMs === undefined) return { ...basis, takes: "no" };
  // A prompt ahead is lost if the member dies, so there is one more than it runs, or as many as a moment needs.
  const isAhead = restMs < (entries.length === capacity ? limits.aheadMs : limits.shortMs);
  // While a prompt has not begun, nothing shows that the member works.
  const hasBegun = entries.some(({ notes }) => notes.startedAt !== undefined);
  return { ...basis, takes: isAhead && hasBegun ? "ahead" : "no", restMs };
}
