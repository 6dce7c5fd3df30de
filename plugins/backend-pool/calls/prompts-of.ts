// Finds the prompts of a client of ComfyUI's protocol, here and on the members, if the members know their prompts by client.

import { clientOf } from "@pictor/comfyui-facade";
import type { CallOptions } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { askAll } from "../members/answers-of.js";
import { settleMembers } from "../members/settle-members.js";
import { isLast } from "../prompts/prompt-state.js";

/** As `promptsOf` of the facet `members`: undefined if a member that answers does not know its prompts by client. */
export async function promptsOf(
  core: Core,
  client: string,
  { signal }: CallOptions = {},
): Promise<readonly string[] | undefined> {
  const { table } = core;
  const ready = await settleMembers(core, signal);
  if (ready.some((member) => member.current()?.facets.members?.promptsOf === undefined)) return undefined;
  const answers = await askAll(
    core,
    ready,
    async ({ facets }, options) => facets.members?.promptsOf?.(client, options),
    signal,
  );
  if ([...answers.values()].includes(undefined)) return undefined;
  const own = [...table.all()].filter(
    ({ state, submission }) => !isLast(state) && clientOf(submission.record) === client,
  );
  const there = [...answers].flatMap(([member, ids = []]) => ids.map((id) => table.at(member, id)?.id ?? id));
  return [...new Set([...own.map(({ id }) => id), ...there])];
}
