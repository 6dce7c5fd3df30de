// Parses and fills name templates such as `{date}/{workflow}-{seed[-4:]}`.

import { defineErrors, didYouMean } from "@pictor/kernel/plugin";
import { safeSegment, truncateToBytes } from "./path-segment.js";
import {
  isTemplateVariable,
  maxBytesByVariable,
  templateVariables,
  unavailableVariables,
} from "./template-variables.js";
import type { ConfiguredValues, TemplateValues, TemplateVariable } from "./template-variables.js";
import { applySlice, parseSlice, type TextSlice } from "./text-slice.js";

type TemplatePart =
  { readonly text: string } | { readonly variable: TemplateVariable; readonly slice?: TextSlice };
/** The parts of each folder name, followed by the parts of the file name without its extension. */
export type NameTemplate = readonly (readonly TemplatePart[])[];

const fault = defineErrors({
  OUTPUT_NAME_INVALID: {
    base: "SETTINGS_INVALID",
    message: 'The name template "{template}" is invalid: {problem}.',
    fix: "Use the variables {known}; a slash separates folders.{suggestion}",
  },
});

const knownVariables = templateVariables.map((name) => `{${name}}`).join(", ");

/** Why a name cannot be used as a variable; undefined if it can. */
function variableProblem(name: string, configured: ConfiguredValues): string | undefined {
  if (Object.hasOwn(unavailableVariables, name))
    return `{${name}} has no value here, because ${String(unavailableVariables[name])}`;
  if (!isTemplateVariable(name)) return `there is no variable {${name}}`;
  const isEmpty = Object.hasOwn(configured, name) && configured[name as keyof ConfiguredValues] === "";
  return isEmpty ? `{${name}} is a setting of the plugin output-files, and that is empty` : undefined;
}

/**
 * Throws OUTPUT_NAME_INVALID for a variable that does not exist, has no value here, or whose setting in `configured` is
 * empty; for braces without a counterpart, invalid slices, and empty folder names.
 */
export function parseNameTemplate(template: string, configured: ConfiguredValues): NameTemplate {
  const invalid = (problem: string, suggestion = "") =>
    fault("OUTPUT_NAME_INVALID", { template, problem, known: knownVariables, suggestion });

  const parsePart = (part: string): TemplatePart => {
    const [whole, name = "", brackets] = /^\{([^{}[\]]*)(\[[^{}]*)?\}$/.exec(part) ?? [];
    if (whole === undefined) {
      if (/[{}]/.test(part)) throw invalid("a brace has no counterpart");
      return { text: part };
    }
    const problem = variableProblem(name, configured);
    if (problem !== undefined || !isTemplateVariable(name))
      throw invalid(problem ?? "", didYouMean(name, templateVariables));
    if (brackets === undefined) return { variable: name };
    const slice = parseSlice(brackets);
    if (slice === undefined)
      throw invalid(`"${brackets}" is not a slice such as [0:20], [:20], [5:] or [-4:]`);
    return { variable: name, slice };
  };

  return template.split("/").map((segment) => {
    // A leading slash makes the first name empty and is refused, because the folder to save in is configured elsewhere.
    if (segment.trim() === "") throw invalid("a folder or file name is empty");
    return segment
      .split(/(\{[^{}]*\})/)
      .filter((part) => part !== "")
      .map(parsePart);
  });
}

function fillPart(part: TemplatePart, values: TemplateValues): string {
  if ("text" in part) return part.text;
  const value = values[part.variable];
  if (part.slice !== undefined) return applySlice(value, part.slice);
  const maxBytes = maxBytesByVariable[part.variable];
  return maxBytes === undefined ? value : truncateToBytes(value, maxBytes).trimEnd();
}

const isEmpty = (part: TemplatePart, values: TemplateValues): boolean =>
  "variable" in part && fillPart(part, values) === "";

/** A variable without a value takes the separator before it along, so that `{workflow}-{seed}` is `custom` without a seed. */
const fillName = (parts: readonly TemplatePart[], values: TemplateValues): string =>
  parts
    .map((part, index) => {
      const next = parts[index + 1];
      const text = fillPart(part, values);
      return next !== undefined && "text" in part && isEmpty(next, values)
        ? text.replace(/(?<![-_ ])[-_ ]+$/, "")
        : text;
    })
    .join("");

/** The folder names, followed by the file name. A slash in a value does not separate folders. */
export const fillNameTemplate = (template: NameTemplate, values: TemplateValues): readonly string[] =>
  template.map((parts) => safeSegment(fillName(parts, values)));
