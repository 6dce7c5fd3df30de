// The embeddings that at least one member has.

import type { CallOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { askAll } from "../members/answers-of.js";
import { settleMembers } from "../members/settle-members.js";

export async function readEmbeddings(
  core: Core,
  { signal }: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const ready = await settleMembers(core, signal);
  const lists = await askAll(core, ready, async (backend, options) => backend.embeddings?.(options), signal);
  // In the order of the members, not of their answers.
  const known = ready.flatMap(({ name }) => {
    const list = lists.get(name);
    return list === undefined ? [] : [list];
  });
  // A member without a list may have any embedding.
  return known.length < ready.length ? undefined : [...new Set(known.flat())];
}
