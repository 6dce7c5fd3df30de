// A secret store and an interaction that let a rule decide when an action goes on, and see what it stores.

import type { Interaction, Plugin } from "@pictor/kernel";
import { createMemoryStore } from "@pictor/services";
import { manifestOf } from "../../manifest-of.js";

export interface Recorders {
  readonly plugins: readonly { readonly manifest: unknown; readonly plugin: Plugin }[];
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly interaction: Interaction;
  /** What is stored now, by key. */
  stored(): ReadonlyMap<string, string>;
  /** Whether an action waits for a person. */
  isAsked(): boolean;
  /** Answers for the person. */
  answer(): void;
}

export function createRecorders(): Recorders {
  const values = new Map<string, string>();
  const waiting: (() => void)[] = [];
  const answerLater = async <T>(answer: T): Promise<T> => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return answer;
  };
  const manifest = manifestOf("secrets-contract", "secrets", {
    contributes: { secretStores: [{ id: "contract", title: "Contract" }] },
  });
  const plugin: Plugin = () => ({
    provides: { secretStores: { contract: { open: () => Promise.resolve(createMemoryStore(values)) } } },
  });
  return {
    plugins: [{ manifest, plugin }],
    configuration: { secrets: { store: "contract" } },
    stored: () => new Map(values),
    isAsked: () => waiting.length > 0,
    answer() {
      for (const resolve of waiting.splice(0)) resolve();
    },
    interaction: {
      ask: ({ choices, safeChoice }) =>
        answerLater(choices.find(({ id: choice }) => choice !== safeChoice)?.id ?? safeChoice),
      openUrl: () => Promise.resolve(true),
      enter: () => answerLater("contract"),
      showCode: () => undefined,
      show: () => undefined,
      progress: () => undefined,
    },
  };
}
