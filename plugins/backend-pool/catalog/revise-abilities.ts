// Finds out, when a member answers again, which of the waiting prompts it can run by now.

import { lacksOf } from "@pictor/farm";
import type { Member } from "../members/member.js";
import type { Entry } from "../prompts/entry.js";
import type { MemberCatalogs } from "./member-catalogs.js";

/** A member that has refused a prompt does not get it again. Never rejects. */
export async function reviseAbilities(
  member: Member,
  waiting: () => readonly Entry[],
  catalogs: MemberCatalogs,
): Promise<void> {
  const names = [...new Set(waiting().flatMap(({ needs }) => needs.classes))];
  if (names.length === 0) return;
  catalogs.forget(member.name, names);
  const catalog = await catalogs.classesOf(member, names).catch(() => undefined);
  if (catalog === undefined) return;
  for (const entry of waiting()) {
    if (entry.refusals.has(member.name)) continue;
    const isAble = lacksOf(entry.needs, catalog).length === 0;
    if (isAble === entry.members.has(member.name)) continue;
    // Its extensions were not judged for this prompt.
    if (isAble && (entry.submission.requires ?? []).length > 0) continue;
    const others = [...entry.members].filter((name) => name !== member.name);
    // A prompt that nobody else can run stays with this member: the member itself then says what it lacks.
    if (isAble) entry.members = new Set([...others, member.name]);
    else if (others.length > 0) entry.members = new Set(others);
  }
}
