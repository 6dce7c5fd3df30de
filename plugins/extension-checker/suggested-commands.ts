// What brings about by a command line what was not agreed to, or shows what went wrong: for hints. Pure.

import type { Step } from "@pictor/extensions";
import type { Backend, ExtensionSpec } from "@pictor/kernel/plugin";

/** As a shell takes it for one word, whatever a graph has named. */
const quoted = (word: string): string =>
  /^[\w./:@#+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
const wordOf = ({ id, range, version, commit }: ExtensionSpec): string => {
  if (commit !== undefined) return `${id}#${commit}`;
  const wanted = version ?? range;
  return wanted === "*" ? id : `${id}@${wanted}`;
};

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
        ["enable", step.copies.length > 0 ? step.found.place : step.found.id],
        ...(step.update === undefined ? [] : [["update", wordOf(step.update.wanted)] as const]),
      ];
    default:
      return [];
  }
}

const command = (...words: readonly string[]): string => `\`${["pictor", ...words.map(quoted)].join(" ")}\``;

/** In the order in which they are to be given, each in backticks. A change asks about the restart itself. */
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

/** Where to look when the server did not load what it should, and how it does without. */
export function adviceFor(
  steps: readonly Step[],
  backend: string,
  facets: Backend["facets"],
): readonly string[] {
  const broken = steps.flatMap((step) =>
    step.kind === "broken" ? [step.copies.length > 0 ? step.found.place : step.found.id] : [],
  );
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
