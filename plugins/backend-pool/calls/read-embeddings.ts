// The embeddings that at least one member has.

import type { CallOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { settleMembers } from "../members/settle-members.js";

export async function readEmbeddings(
  core: Core,
  { signal }: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const { members, name } = core;
  const ready = await settleMembers(name, members, { ...core, signal });
  const lists = await Promise.all(
    ready.map((member) =>
      member
        .call(async (backend, limited) => backend.embeddings?.({ signal: limited }), { signal })
        .catch(() => {
          signal?.throwIfAborted();
          return undefined;
        }),
    ),
  );
  const known = lists.filter((list) => list !== undefined);
  // A member without a list may have any embedding.
  return known.length < lists.length ? undefined : [...new Set(known.flat())];
}
