// The handler: a draft with prompts as a person wrote them becomes one with prompts as they are encoded.

import type { BuildContext, BuildWorkflow, Prompts, WorkflowDraft } from "@pictor/kernel/plugin";
import { createChoose } from "./generator.js";
import { addNetworks } from "./networks.js";
import { resolvePrompt, type ResolvedPrompt } from "./prompt.js";
import { refusal } from "./refusal.js";
import { createWildcards, type Wildcards } from "./wildcards.js";

const sides = { positive: "prompt", negative: "negative" } as const;
type Side = keyof typeof sides;

const unusable = (workflow: string): string =>
  `The workflow ${workflow} loads no model that a network could change; take it out, or write \\< for the sign itself.`;

async function resolveSide(
  draft: WorkflowDraft,
  side: Side,
  wildcards: Wildcards,
  { seed, workflow }: BuildContext,
): Promise<ResolvedPrompt> {
  const text = draft.prompts[side];
  const hasModel = draft.anchors.model !== undefined || draft.anchors["refiner.model"] !== undefined;
  const resolved = await resolvePrompt(text, {
    choose: createChoose(seed, side),
    wildcards,
    ...(!hasModel && { networksUnusable: unusable(workflow) }),
  });
  if ("problem" in resolved) throw refusal(text, sides[side], resolved.problem);
  return resolved;
}

async function resolveBoth(
  draft: WorkflowDraft,
  context: BuildContext,
  wildcards: Wildcards,
): Promise<WorkflowDraft | undefined> {
  const positive = await resolveSide(draft, "positive", wildcards, context);
  const negative = await resolveSide(draft, "negative", wildcards, context);
  const prompts = { positive: positive.encoded, negative: negative.encoded };
  const written = { positive: positive.written, negative: negative.written };
  const isAsBefore = ({ positive: here, negative: there }: Prompts): boolean =>
    here === draft.prompts.positive && there === draft.prompts.negative;
  if (isAsBefore(prompts) && isAsBefore(written)) return undefined;
  const networks = Object.entries({ positive, negative }).flatMap(([side, resolved]) =>
    resolved.networks.map((network) => ({ ...network, setting: sides[side as Side] })),
  );
  return addNetworks({ ...draft, prompts, written }, networks);
}

/**
 * Gives undefined where nothing changes. Throws PROMPT_INVALID. `folder` is looked into only when a wildcard is used; its
 * files are read anew for each batch.
 */
export const createResolvePrompts =
  (folder: string): BuildWorkflow =>
  (draft, context) => {
    const { positive, negative } = draft.prompts;
    return positive === "" && negative === ""
      ? undefined
      : resolveBoth(draft, context, createWildcards(folder));
  };
