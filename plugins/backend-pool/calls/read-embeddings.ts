// The embeddings that at least one member has.

import type { CallOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { answersOf } from "../members/answers-of.js";
import { settleMembers } from "../members/settle-members.js";

export async function readEmbeddings(
  core: Core,
  { signal }: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const ready = await settleMembers(core, signal);
  const lists = await answersOf(
    ready,
    (member) =>
      member.call(async (backend, limited) => backend.embeddings?.({ signal: limited }), { signal }),
    { clock: core.clock, ms: core.limits.patienceMs, signal },
  );
  // In the order of the members, not of their answers.
  const known = ready.flatMap(({ name }) => {
    const list = lists.get(name);
    return list === undefined ? [] : [list];
  });
  // A member without a list may have any embedding.
  return known.length < ready.length ? undefined : [...new Set(known.flat())];
}
