// Lists the prompts of the pool, and those that other programs have on its members.

import { fault, type CallOptions, type PromptSummary } from "@pictor/kernel/plugin";
import { describeLack, explainWait, lacksOf, pausedWait, type JudgedMember } from "@pictor/farm";
import type { Core } from "../core/core.js";
import { describeFailures, settleMembers } from "../members/settle-members.js";
import type { Entry } from "../prompts/entry.js";
import { isOpen, memberPrompts } from "./member-prompts.js";
import { stateOf } from "./read-state.js";

/** What each member lacks for a prompt; nothing: it can run the prompt. */
function judged(
  { catalogs, members }: Core,
  { members: able, needs, refusals }: Entry,
): readonly JudgedMember[] {
  const lacksOn = (member: string): readonly string[] => {
    if (able.has(member)) return [];
    const refusal = refusals.get(member);
    if (refusal !== undefined) return [`what the prompt needs: ${refusal.what}`];
    const catalog = catalogs.known(member, needs.classes);
    const lacks = catalog === undefined ? [] : lacksOf(needs, catalog).map(describeLack);
    return lacks.length > 0 ? lacks : ["something that the prompt needs"];
  };
  return [...members.values()].map((member) => ({
    member: member.name,
    state: member.state(),
    lacks: lacksOn(member.name),
  }));
}

/** The prompts of the table. A removed prompt is not listed. */
function ownPrompts(core: Core): readonly PromptSummary[] {
  const places = new Map(core.table.waiting().map((entry, place) => [entry, place]));
  return [...core.table.all()].flatMap((entry): PromptSummary[] => {
    const { state, ...more } = stateOf(core, entry, () => places.get(entry) ?? -1);
    if (state === "unknown") return [];
    const { id: promptId, createdAt, submission } = entry;
    const { ahead, waitMs }: Pick<PromptSummary, "ahead" | "waitMs"> = "ahead" in more ? more : {};
    return [
      {
        promptId,
        state,
        createdAt,
        ...(ahead !== undefined && { ahead }),
        ...(waitMs !== undefined && { waitMs }),
        ...(places.has(entry) && { wait: core.isPaused ? pausedWait : explainWait(judged(core, entry)) }),
        ...(submission.record !== undefined && { record: submission.record }),
      },
    ];
  });
}

export async function listPrompts(
  core: Core,
  { limit = 50, signal }: CallOptions & { readonly limit?: number } = {},
): Promise<readonly PromptSummary[]> {
  const { members, name, table } = core;
  await settleMembers(name, members, { ...core, signal });
  const lists = await memberPrompts(members.values(), core, { limit, signal });
  if (lists.size === 0)
    throw fault("BACKEND_UNREACHABLE", {
      url: name,
      reason: `no member of the pool answers (${describeFailures(members.values())})`,
    });
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
