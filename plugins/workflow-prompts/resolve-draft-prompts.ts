// Handles buildWorkflow: resolves both prompts of a draft and adds loaders for their LoRAs.

import { requireWithin } from "@pictor/kernel/plugin";
import type { BuildContext, BuildWorkflow, Prompts, WorkflowDraft } from "@pictor/kernel/plugin";
import { addLoraLoaders } from "./add-lora-loaders.js";
import { createChooseIndex } from "./choose-index.js";
import { openBraceNote, promptError } from "./prompt-error.js";
import { resolvePrompt, type ResolvedPrompt } from "./resolve-prompt.js";
import { createReadWildcard, type ReadWildcard } from "./wildcards.js";

const settings = { positive: "prompt", negative: "negative" } as const;
type PromptSide = keyof typeof settings;

const noLoraAdvice = (workflow: string): string =>
  `The workflow ${workflow} loads no model to which a LoRA could be applied; remove the tag, or write \\< for a literal angle bracket.`;

async function resolveSide(
  draft: WorkflowDraft,
  side: PromptSide,
  readWildcard: ReadWildcard,
  { seed, workflow, report, limits }: BuildContext,
): Promise<ResolvedPrompt> {
  const text = draft.prompts[side];
  requireWithin(limits, "promptCharacters", text.length, `The setting ${settings[side]}`);
  const hasModel = draft.anchors.model !== undefined || draft.anchors["refiner.model"] !== undefined;
  const resolved = await resolvePrompt(text, {
    chooseIndex: createChooseIndex(seed, side),
    readWildcard,
    limits,
    ...(!hasModel && { noLoraAdvice: noLoraAdvice(workflow) }),
  });
  if ("problem" in resolved) throw promptError(text, settings[side], resolved.problem);
  const [open] = resolved.openBraces;
  if (open !== undefined) report(openBraceNote(text, settings[side], open));
  return resolved;
}

async function resolveBothSides(
  draft: WorkflowDraft,
  context: BuildContext,
  readWildcard: ReadWildcard,
): Promise<WorkflowDraft | undefined> {
  const positive = await resolveSide(draft, "positive", readWildcard, context);
  const negative = await resolveSide(draft, "negative", readWildcard, context);
  const prompts = { positive: positive.encoded, negative: negative.encoded };
  const recordedPrompts = { positive: positive.written, negative: negative.written };
  const isUnchanged = (resolved: Prompts): boolean =>
    resolved.positive === draft.prompts.positive && resolved.negative === draft.prompts.negative;
  if (isUnchanged(prompts) && isUnchanged(recordedPrompts)) return undefined;
  const loras = [
    ...positive.loras.map((lora) => ({ ...lora, setting: settings.positive })),
    ...negative.loras.map((lora) => ({ ...lora, setting: settings.negative })),
  ];
  return addLoraLoaders({ ...draft, prompts, recordedPrompts }, loras);
}

/**
 * Creates the handler. It returns undefined if nothing changes, and throws PROMPT_INVALID. The folder of wildcards is
 * read only if a prompt contains a wildcard; each batch reads the files again.
 */
export const createResolvePrompts =
  (wildcardFolder: string): BuildWorkflow =>
  (draft, context) => {
    const { positive, negative } = draft.prompts;
    return positive === "" && negative === ""
      ? undefined
      : resolveBothSides(draft, context, createReadWildcard(wildcardFolder));
  };
