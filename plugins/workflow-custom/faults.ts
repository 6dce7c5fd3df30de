// The error catalog of the plugin.

import {
  cutText,
  defineErrors,
  type ErrorEntry,
  type ExtensionRequirement,
  type PictorError,
  type Problem,
  problemFor,
  stringifyJson,
} from "@pictor/kernel/plugin";
import type { LeftOut, Refusal } from "./convert/conversion.js";

export const catalog = {
  CUSTOM_NOT_A_GRAPH: {
    class: "input",
    message: "{file} contains no graph: {reason}.",
    fix: "Name a JSON file in API format or in the graph editor's format, or an image, video or audio file (PNG, WebP, JPEG, AVIF, MP4, WebM, FLAC) that contains a graph.",
  },
  CUSTOM_NOT_CONVERTIBLE: {
    class: "input",
    message: "{file} cannot be converted{where}: {problem}.",
    fix: "{advice}",
  },
  CUSTOM_VALUES_LEFT_OUT: {
    class: "input",
    message:
      "{label}: the file has values that belong to no input of the class, and they were left out: {values}.",
    fix: "If the values matter, export the graph in API format: the file may be from another version of the class.",
  },
  CUSTOM_NO_OUTPUT: {
    class: "input",
    message: "The graph {file} has no output node.",
    fix: "Add an output node such as SaveImage, and connect it.",
  },
  CUSTOM_BINDING_UNKNOWN: {
    class: "unknown",
    message: 'The graph has no input "{path}".',
    fix: "Write NODE.INPUT, with the id, title or class of a node.{suggestion}",
  },
  CUSTOM_BINDING_AMBIGUOUS: {
    class: "input",
    message: '"{path}" matches inputs of several nodes: {candidates}.',
    fix: "Name the node by its id.",
  },
  CUSTOM_BINDING_VALUE: {
    class: "input",
    message: "The value of {path} is invalid: expected {expected}, found {found}.",
    fix: "Correct the value.",
  },
  CUSTOM_PROMPT_UNCLEAR: {
    class: "input",
    message: "The graph has no clear input for the {side} prompt: {reason}.",
    fix: 'Name the input with the prompt, by the id, title or class of its node (`--set "NODE.INPUT=a text"`).',
    pageFix: "Set the input with the prompt among the inputs of the graph.",
  },
  CUSTOM_NO_SEED: {
    class: "input",
    message: "The graph has no seed input, so {reason}.",
    fix: "Omit the seed and the count, or set the input that should vary (`--set NODE.INPUT=VALUE`).",
    pageFix: "Remove the seed and make one image, or set the input that should vary.",
  },
  CUSTOM_SEED_BOUND: {
    class: "input",
    message: "Every seed of the graph is set by {paths}, so {effect}.",
    fix: "Remove these values, or the seed or count that has no effect because of them.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

const fault = defineErrors(catalog);

export const notAGraphError = (file: string, reason: string, cause?: unknown): PictorError =>
  fault("CUSTOM_NOT_A_GRAPH", { file, reason }, { cause });

/**
 * The message shows the first refusal; `details.refusals` has all of them. `details.requires` has the extensions that would
 * solve the problem: a gate may install them, and the file is then converted again.
 */
export function notConvertible(
  file: string,
  refusals: readonly Refusal[],
  requires: readonly ExtensionRequirement[],
): PictorError {
  const [{ node, problem, advice } = { problem: "it has no nodes", advice: "" }] = refusals;
  const where = node === undefined ? "" : ` at ${node}`;
  const more = requires.length === 0 ? { refusals } : { refusals, requires };
  return fault("CUSTOM_NOT_CONVERTIBLE", { file, where, problem, advice }, { more });
}

const maxShown = 200;

/** A problem that names the values which the graph lacks. */
export function valuesLeftOut({ label, values }: LeftOut): Problem {
  const all = values.map((value) => stringifyJson(value)).join(", ");
  return problemFor(fault("CUSTOM_VALUES_LEFT_OUT", { label, values: cutText(all, maxShown) }));
}

export const noOutput = (file: string): PictorError => fault("CUSTOM_NO_OUTPUT", { file });

export const bindingUnknown = (path: string, suggestion: string): PictorError =>
  fault("CUSTOM_BINDING_UNKNOWN", { path, suggestion });

export const bindingAmbiguous = (path: string, candidates: string): PictorError =>
  fault("CUSTOM_BINDING_AMBIGUOUS", { path, candidates });

export const bindingValue = (path: string, expected: string, found: string): PictorError =>
  fault("CUSTOM_BINDING_VALUE", { path, expected, found });

export const promptUnclear = (side: string, reason: string): PictorError =>
  fault("CUSTOM_PROMPT_UNCLEAR", { side, reason });

export const seedBound = (paths: readonly string[], effect: string): PictorError =>
  fault("CUSTOM_SEED_BOUND", { paths: paths.join(" and "), effect });

export const noSeed = (reason: string): PictorError => fault("CUSTOM_NO_SEED", { reason });
