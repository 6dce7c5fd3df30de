// Lists the prompts of the pool, and those that other programs have on its members.

import { fault, type CallOptions, type PromptSummary } from "@pictor/kernel/plugin";
import { describeLack, explainWait, lacksOf, type JudgedMember } from "@pictor/farm";
import { waitForMost } from "../base/wait-for-most.js";
import type { Core } from "../core/core.js";
import { describeFailures, settleMembers } from "../members/settle-members.js";
import type { Entry } from "../prompts/entry.js";
import { stateOf } from "./read-state.js";

const isWaiting = ({ state }: PromptSummary): boolean => state === "queued" || state === "running";

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
        ...(places.has(entry) && { wait: explainWait(judged(core, entry), core.isPaused) }),
        ...(submission.record !== undefined && { record: submission.record }),
      },
    ];
  });
}

export async function listPrompts(
  core: Core,
  { limit = 50, signal }: CallOptions & { readonly limit?: number } = {},
): Promise<readonly PromptSummary[]> {
  const { clock, limits, members, name, table } = core;
  await settleMembers(name, members, { ...core, signal });
  const lists = new Map<string, readonly PromptSummary[]>();
  const works = [...members.values()].map(async (member) => {
    const listed = await member.call((backend, limited) => backend.prompts({ limit, signal: limited }), {
      signal,
    });
    lists.set(
      member.name,
      listed.filter(({ promptId }) => table.at(member.name, promptId) === undefined),
    );
    return true;
  });
  await waitForMost(works, { clock, ms: limits.patienceMs, signal });
  if (lists.size === 0)
    throw fault("BACKEND_UNREACHABLE", {
      url: name,
      reason: `no member of the pool answers (${describeFailures(members.values())})`,
    });
  const own = ownPrompts(core);
  const ids = new Set(own.map(({ promptId }) => promptId));
  // Two members can be the same server.
  const foreign = [
    ...new Map([...lists.values()].flat().map((prompt) => [prompt.promptId, prompt])).values(),
  ];
  const all = [...own, ...foreign.filter(({ promptId }) => !ids.has(promptId))].sort(
    (one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0),
  );
  return [...all.filter(isWaiting), ...all.filter((prompt) => !isWaiting(prompt)).slice(0, limit)];
}
