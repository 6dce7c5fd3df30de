// Commands for hints: they carry out steps that the user declined, or show what went wrong. Pure.

import type { Step, StepOf } from "@pictor/extensions";
import { shellWord, type Backend, type ExtensionSpec } from "@pictor/kernel/plugin";

const wordOf = ({ id, range, version, commit }: ExtensionSpec): string => {
  if (commit !== undefined) return `${id}#${commit}`;
  const wanted = version ?? range;
  return wanted === "*" ? id : `${id}@${wanted}`;
};

/** What names the copy that a step found: its id, unless there are others. */
export const nameOf = ({ found, copies }: StepOf<"enable" | "broken">): string =>
  copies.length > 0 ? found.place : found.id;

type Verb = "install" | "enable" | "update";

function wordsOf(step: Step): readonly (readonly [Verb, string])[] {
  switch (step.kind) {
    case "install":
      return [["install", wordOf(step.wanted)]];
    case "update":
    case "unverifiable":
      return [["update", wordOf(step.wanted)]];
    case "enable":
      return [
        ["enable", nameOf(step)],
        ...(step.update === undefined ? [] : [["update", wordOf(step.update.wanted)] as const]),
      ];
    default:
      return [];
  }
}

const command = (...words: readonly string[]): string =>
  `\`${["pictor", ...words.map((word) => shellWord(word))].join(" ")}\``;

/** Commands in the order in which to run them, each in backticks. A restart has a command only if there is no other change. */
export function commandsFor(steps: readonly Step[], backend: string): readonly string[] {
  const all = steps.flatMap(wordsOf);
  const verbs: readonly Verb[] = ["install", "enable", "update"];
  const changes = verbs.flatMap((verb) => {
    const words = all.filter(([own]) => own === verb).map(([, word]) => word);
    return words.length === 0 ? [] : [command("extensions", verb, ...words, "--backend", backend)];
  });
  const isLoadOnly = changes.length === 0 && steps.some(({ kind }) => kind === "restart");
  return isLoadOnly ? [command("backend", "restart", backend)] : changes;
}

/** Advice for extensions that the server could not load: its log, and how to disable them. */
export function adviceFor(
  steps: readonly Step[],
  backend: string,
  facets: Backend["facets"],
): readonly string[] {
  const broken = steps.flatMap((step) => (step.kind === "broken" ? [nameOf(step)] : []));
  return [
    ...(facets.lifecycle?.logs === undefined
      ? []
      : [`${command("backend", "logs", backend)} shows what the server wrote.`]),
    ...(broken.length === 0 || facets.extensions === undefined
      ? []
      : [
          `${command("extensions", "disable", ...broken, "--backend", backend)} lets the server start without ${broken.length === 1 ? "it" : "them"}.`,
        ]),
  ];
}
