// The request to check the required extensions of a workflow in the form, or of a graph in a file. Pure.

import { isRecord } from "../../api/guards.js";
import type { ExtensionCheck, ExtensionCheckRequest, ExtensionWish } from "@pictor/client";
import { requestOf, type Draft } from "../../draft/draft.js";

/** The workflow in the form of the view "Generate", with its values and features. */
export function requestOfDraft(draft: Draft): ExtensionCheckRequest {
  const { workflow, params, features } = requestOf(draft);
  return { workflow, ...(params && { params }), ...(features && { features }) };
}

/** Reads a graph in API format, also from the body of a request to ComfyUI. Returns a sentence if the text contains no graph. */
export function graphOf(text: string): Readonly<Record<string, unknown>> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "The file is not JSON.";
  }
  const graph = isRecord(parsed) && isRecord(parsed["prompt"]) ? parsed["prompt"] : parsed;
  if (!isRecord(graph)) return "The file has no graph.";
  if (Array.isArray(graph["nodes"]))
    return "The file is a graph in the format of the editor. Save it in ComfyUI with “Export (API)”.";
  const isNode = (node: unknown): boolean => isRecord(node) && typeof node["class_type"] === "string";
  const nodes = Object.values(graph);
  return nodes.length > 0 && nodes.every(isNode) ? graph : "The file has no graph in API format.";
}

/** The label of each kind of step in a check. */
export const stepTexts: Readonly<Record<string, string>> = {
  ok: "OK",
  install: "Install",
  update: "Update",
  enable: "Enable",
  restart: "Restart the server",
  unverifiable: "Cannot be verified",
  broken: "Failed to load",
  conflict: "Conflicting requirements",
  invalid: "Invalid requirement",
};

/** The text for each reason of a step. */
export const reasonTexts: Readonly<Record<string, string>> = {
  outdated: "too old",
  "too-new": "too new",
  outside: "outside the range",
  pin: "not the locked version",
  class: "lacks a node class",
  version: "no comparable version",
  prerelease: "a prerelease",
  commit: "another commit",
  identity: "maybe another extension",
  unlisted: "the server lists none",
  copies: "several copies",
};

/** The extensions that a graph needs and that are not installed at all. */
export const missingWishes = ({ steps }: ExtensionCheck): readonly ExtensionWish[] =>
  steps
    .filter(({ step }) => step === "install")
    .map(({ id, range }) => ({ id, ...(range !== "*" && { range }) }));
