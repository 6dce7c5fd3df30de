// Name templates: `{date}/{workflow}-{seed[-4:]}` as text, as parts, and filled in.

import { defineErrors, didYouMean } from "@pictor/kernel/plugin";
import { cut, segment } from "./segment.js";
import { parseSlice, sliced } from "./slice.js";
import type { Slice } from "./slice.js";
import { isVariable, longest, unknowable, variables } from "./variables.js";
import type { NameValues, Variable } from "./variables.js";

type Part = { readonly text: string } | { readonly variable: Variable; readonly slice?: Slice | undefined };
/** The folders and, last, the file name without its ending. */
export type NameTemplate = readonly (readonly Part[])[];

const fault = defineErrors({
  OUTPUT_NAME_INVALID: {
    base: "SETTINGS_INVALID",
    message: 'The name template "{template}" is wrong: {problem}.',
    fix: "The variables are {known}; a slash makes a folder.{suggestion}",
  },
});

const known = variables.map((name) => `{${name}}`).join(", ");

/** Variables that stand for a setting of the plugin. */
export type Given = Readonly<Record<"author" | "project_name", string>>;

/** Why a name cannot be used as a variable, if so. */
function problemOf(name: string, given: Given): string | undefined {
  if (Object.hasOwn(unknowable, name)) return `{${name}} cannot be known here: ${String(unknowable[name])}`;
  if (!isVariable(name)) return `there is no variable {${name}}`;
  const isEmpty = Object.hasOwn(given, name) && given[name as keyof Given] === "";
  return isEmpty ? `{${name}} is the plugin's setting of that name, which is empty` : undefined;
}

/**
 * Reads a template. Throws OUTPUT_NAME_INVALID, which names the known variables: for a variable that does not exist,
 * that cannot be known here, or whose setting in `given` is empty, and for braces and slices that are none.
 */
export function parseTemplate(template: string, given: Given): NameTemplate {
  const invalid = (problem: string, suggestion = "") =>
    fault("OUTPUT_NAME_INVALID", { template, problem, known, suggestion });

  const partOf = (piece: string): Part => {
    const [whole, name = "", brackets] = /^\{([^{}[\]]*)(\[[^{}]*)?\}$/.exec(piece) ?? [];
    if (whole === undefined) {
      if (/[{}]/.test(piece)) throw invalid("it has a brace without its counterpart");
      return { text: piece };
    }
    const problem = problemOf(name, given);
    if (problem !== undefined || !isVariable(name)) throw invalid(problem ?? "", didYouMean(name, variables));
    if (brackets === undefined) return { variable: name };
    const slice = parseSlice(brackets);
    if (slice === undefined) {
      throw invalid(`"${brackets}" is not a part of a text, such as [0:20], [:20], [5:] or [-4:]`);
    }
    return { variable: name, slice };
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

function filled(part: Part, values: NameValues): string {
  if ("text" in part) return part.text;
  const value = values[part.variable];
  if (part.slice !== undefined) return sliced(value, part.slice);
  const most = longest[part.variable];
  return most === undefined ? value : cut(value, most).trimEnd();
}

/** Folders and base name for these values. A slash in a value makes no folder: every value is one piece of text. */
export const fillTemplate = (template: NameTemplate, values: NameValues): readonly string[] =>
  template.map((parts) => segment(parts.map((part) => filled(part, values)).join("")));
