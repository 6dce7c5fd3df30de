// Texts for prompts on a server: a title for each prompt, and the result of a cancellation. Pure.

import type { BackendPrompt, PromptCancellation } from "@pictor/client";
import { filledText } from "../../api/guards.js";

/**
 * The title of a prompt: the workflow that Pictor has stored with the prompt, else a text that the prompt is from
 * another program.
 */
export function promptTitle({ record }: BackendPrompt): string {
  if (record === undefined) return "From another program";
  return filledText(record["workflow"]) ?? "Of Pictor";
}

export const cancellationTexts: Readonly<Record<PromptCancellation["outcome"], string>> = {
  removed: "Removed from the queue.",
  interrupting: "The run is being interrupted.",
  gone: "The prompt had already ended.",
  refused: "Not cancelled: ending it could end a prompt of another client.",
};

export interface PromptGroup {
  readonly title: string;
  readonly prompts: readonly BackendPrompt[];
}

/** The place of a prompt that waits. One that waits for something else than its turn has none, and others overtake it. */
const placeOf = ({ ahead, wait }: BackendPrompt): number =>
  ahead ?? (wait === undefined || wait.why === "turn" ? 0 : Number.MAX_SAFE_INTEGER);

/** Groups prompts: the running ones, the waiting ones in their order, and the latest finished ones. */
export function groupPrompts(prompts: readonly BackendPrompt[]): readonly PromptGroup[] {
  const of = (...states: readonly BackendPrompt["state"][]) =>
    prompts.filter(({ state }) => states.includes(state));
  return [
    { title: "Running", prompts: of("running") },
    { title: "Waiting", prompts: [...of("queued")].sort((one, other) => placeOf(one) - placeOf(other)) },
    { title: "Latest", prompts: of("succeeded", "interrupted", "failed", "lost") },
  ].filter((group) => group.prompts.length > 0);
}
