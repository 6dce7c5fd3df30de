// Name templates: `{date}/{workflow}-{seed}` as text, as parts, and filled in.

import { defineErrors, didYouMean } from "@pictor/kernel/plugin";
import { segment } from "./segment.js";

/** What a template can say of an output. */
export const variables = ["date", "time", "workflow", "seed", "prompt", "batch", "index"] as const;
export type Variable = (typeof variables)[number];
export type NameValues = Readonly<Record<Variable, string>>;

type Part = { readonly text: string } | { readonly variable: Variable };
/** The folders and, last, the file name without its ending. */
export type NameTemplate = readonly (readonly Part[])[];

const fault = defineErrors({
  OUTPUT_NAME_INVALID: {
    message: 'The name template "{template}" is wrong: {problem}.',
    fix: "The variables are {known}; a slash makes a folder.{suggestion}",
  },
});

const known = variables.map((name) => `{${name}}`).join(", ");
const isVariable = (name: string): name is Variable => (variables as readonly string[]).includes(name);

/** Reads a template. Throws OUTPUT_NAME_INVALID, which names the known variables. */
export function parseTemplate(template: string): NameTemplate {
  const invalid = (problem: string, suggestion = "") =>
    fault("OUTPUT_NAME_INVALID", { template, problem, known, suggestion });

  const partOf = (piece: string): Part => {
    const name = /^\{([^{}]*)\}$/.exec(piece)?.[1];
    if (name === undefined) {
      if (/[{}]/.test(piece)) throw invalid("it has a brace without its counterpart");
      return { text: piece };
    }
    if (!isVariable(name)) throw invalid(`there is no variable {${name}}`, didYouMean(name, variables));
    return { variable: name };
  };

  return template.split("/").map((folder) => {
    // A leading slash too: the folder to save in is chosen elsewhere.
    if (folder.trim() === "") throw invalid("a name between its slashes is empty");
    return folder
      .split(/(\{[^{}]*\})/)
      .filter((piece) => piece !== "")
      .map(partOf);
  });
}

/** Folders and base name for these values. A slash in a value makes no folder: every value is one piece of text. */
export const fillTemplate = (template: NameTemplate, values: NameValues): readonly string[] =>
  template.map((parts) =>
    segment(parts.map((part) => ("text" in part ? part.text : values[part.variable])).join("")),
  );
