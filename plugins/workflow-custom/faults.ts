// The errors of this plugin.

import {
  defineErrors,
  type ErrorEntry,
  type ExtensionRequirement,
  type PictorError,
} from "@pictor/kernel/plugin";
import type { Refusal } from "./convert/types.js";

export const catalogue = {
  CUSTOM_NOT_A_GRAPH: {
    message: "{file} holds no graph: {reason}.",
    fix: "Give a JSON file in API format or in the graph editor's, or a picture (PNG, WebP, JPEG) that holds one.",
  },
  CUSTOM_NOT_CONVERTIBLE: {
    message: "{file} cannot be converted{where}: {problem}.",
    fix: "{advice}",
  },
  CUSTOM_NO_OUTPUT: {
    message: "No node of {file} makes a file.",
    fix: "Add one that does, such as SaveImage, and connect it.",
  },
  CUSTOM_BINDING_UNKNOWN: {
    message: 'The graph has no input "{path}".',
    fix: "Write NODE.INPUT with a node's id, title or class.{suggestion}",
  },
  CUSTOM_BINDING_AMBIGUOUS: {
    message: '"{path}" fits several nodes of the graph: {candidates}.',
    fix: "Name the one that is meant by its id.",
  },
  CUSTOM_BINDING_VALUE: {
    message: "{path}: expected {expected}, found {found}.",
    fix: "Correct this value.",
  },
  CUSTOM_PROMPT_UNCLEAR: {
    message: "The graph does not say where the {side} prompt belongs: {reason}.",
    fix: 'Name the input: --set "NODE.INPUT=a text", with a node\'s id, title or class.',
  },
  CUSTOM_NO_SEED: {
    message: "The graph has no seed that could be set, so {reason}.",
    fix: "Leave out the seed and the count, or name the input that varies: --set NODE.INPUT=VALUE.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

const fault = defineErrors(catalogue);

export const notAGraph = (file: string, reason: string, cause?: unknown): PictorError =>
  fault("CUSTOM_NOT_A_GRAPH", { file, reason }, { cause });

/**
 * The first refusal; all of them are in its `details.refusals`. `requires` are the extensions that would help: a gate may
 * install them, and the graph is converted again.
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

export const noOutput = (file: string): PictorError => fault("CUSTOM_NO_OUTPUT", { file });

export const bindingUnknown = (path: string, suggestion: string): PictorError =>
  fault("CUSTOM_BINDING_UNKNOWN", { path, suggestion });

export const bindingAmbiguous = (path: string, candidates: string): PictorError =>
  fault("CUSTOM_BINDING_AMBIGUOUS", { path, candidates });

export const bindingValue = (path: string, expected: string, found: string): PictorError =>
  fault("CUSTOM_BINDING_VALUE", { path, expected, found });

export const promptUnclear = (side: string, reason: string): PictorError =>
  fault("CUSTOM_PROMPT_UNCLEAR", { side, reason });

export const noSeed = (reason: string): PictorError => fault("CUSTOM_NO_SEED", { reason });
