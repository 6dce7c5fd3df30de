// Lists the prompts of the pool, and those that other programs have on its members.

import { type CallOptions, type PromptSummary, withoutUndefined } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { beginnable } from "../dispatch/owner-waits.js";
import { askAll } from "../members/answers-of.js";
import { noAnswer, settleMembers } from "../members/settle-members.js";
import { stateOf } from "./read-state.js";

export const isOpen = ({ state }: PromptSummary): boolean => state === "queued" || state === "running";

/** The prompts of the table. A removed prompt is not listed. */
function ownPrompts(core: Core): readonly PromptSummary[] {
  const places = new Map(beginnable(core).map((entry, place) => [entry, place]));
  return [...core.table.all()].flatMap((entry): PromptSummary[] => {
    const found = stateOf(core, entry, (one) => places.get(one) ?? -1);
    const { state } = found;
    if (state === "unknown") return [];
    const { id: promptId, createdAt, submission } = entry;
    const { ahead, waitMs, wait }: Pick<PromptSummary, "ahead" | "waitMs" | "wait"> =
      found.state === "queued" ? found : {};
    const { record } = submission;
    return [withoutUndefined({ promptId, state, createdAt, ahead, waitMs, wait, record })];
  });
}

export async function listPrompts(
  core: Core,
  { limit = 50, signal }: CallOptions & { readonly limit?: number } = {},
): Promise<readonly PromptSummary[]> {
  const { members, name, table } = core;
  await settleMembers(core, signal);
  const lists = await askAll(
    core,
    members.values(),
    (backend, options) => backend.prompts({ limit, ...options }),
    signal,
  );
  if (lists.size === 0) throw noAnswer(name, members.values());
  const own = ownPrompts(core);
  const ids = new Set(own.map(({ promptId }) => promptId));
  const others = [...lists].flatMap(([member, prompts]) =>
    prompts.filter(({ promptId }) => table.at(member, promptId) === undefined && !ids.has(promptId)),
  );
  // Two members can be the same server.
  const foreign = [...new Map(others.map((prompt) => [prompt.promptId, prompt])).values()];
  const all = [...own, ...foreign].sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0));
  return [...all.filter(isOpen), ...all.filter((prompt) => !isOpen(prompt)).slice(0, limit)];
}
