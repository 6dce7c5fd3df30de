// Prompts on a server as texts: what they are, and what their cancellation did. Pure.

import type { BackendPrompt, PromptCancellation } from "@pictor/client";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** What a prompt makes: the workflow that Pictor has stored with it, else that it is another program's. */
export function promptTitle({ record }: BackendPrompt): string {
  if (record === undefined) return "Of another program";
  return textOf(record["workflow"]) ?? "Of Pictor";
}

export const cancellationTexts: Readonly<Record<PromptCancellation["outcome"], string>> = {
  removed: "Removed from the queue.",
  interrupting: "Its run is being interrupted.",
  gone: "It had ended already.",
  refused: "Not cancelled: ending it could end a prompt of another client.",
};

export interface PromptGroup {
  readonly title: string;
  readonly prompts: readonly BackendPrompt[];
}

/** Running, waiting in their order, and the latest results. */
export function groupPrompts(prompts: readonly BackendPrompt[]): readonly PromptGroup[] {
  const of = (...states: readonly BackendPrompt["state"][]) =>
    prompts.filter(({ state }) => states.includes(state));
  return [
    { title: "Running", prompts: of("running") },
    {
      title: "Waiting",
      prompts: [...of("queued")].sort((one, other) => (one.ahead ?? 0) - (other.ahead ?? 0)),
    },
    { title: "Latest", prompts: of("succeeded", "interrupted", "failed") },
  ].filter((group) => group.prompts.length > 0);
}
