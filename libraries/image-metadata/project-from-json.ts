// Imports the project of a JSON file: of Pictor, of Stability Matrix, or a graph of ComfyUI in one of its two formats.

import { isDeeperThan } from "@pictor/kernel/plugin";
import { isJsonObject, maxLevels } from "./base/json.js";
import { importStabilityMatrixProject } from "./importers/stability-matrix/import-project.js";
import { parseProject, projectVersionKey } from "./project/project-file.js";
import { comfyProject, type ImportResult } from "./project/project.js";

const isNode = (value: unknown): boolean => isJsonObject(value) && typeof value["class_type"] === "string";

/**
 * Whether parsed JSON is a graph of ComfyUI: of the graph editor, in API format, or an object with one in `prompt` (as
 * a client submits it) or `workflow`.
 */
export function isComfyGraph(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  if (Array.isArray(value["nodes"])) return true;
  const { prompt, workflow } = value;
  if (isJsonObject(prompt) && !isNode(prompt)) return isComfyGraph(prompt);
  if (isJsonObject(workflow) && Array.isArray(workflow["nodes"])) return true;
  const nodes = Object.values(value);
  return nodes.length > 0 && nodes.every(isNode);
}

const refused = (reason: string, advice: string): ImportResult => ({ refusal: { reason, advice } });

/**
 * `text` is the text of the file, `value` what was parsed from it, in which integers beyond 2^53 are texts. `path` names the file
 * for the workflow `custom`, which reads a graph from it.
 */
export function projectFromJson(text: string, value: unknown, path: string): ImportResult {
  if (isDeeperThan(maxLevels, value)) return refused("it is nested too deeply", "");
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  if (keys.includes(projectVersionKey)) {
    const read = parseProject(value);
    if ("project" in read) return { project: { ...read.project, kind: "record", notes: [] } };
    const lines = read.problems.map(
      ({ pointer, found, expected }) =>
        `at ${pointer || "the top level"} it has ${found}; expected ${expected}`,
    );
    return refused(lines[0] ?? "", lines.slice(1).join(". "));
  }
  if (keys.some((key) => /^projectType$/i.test(key))) return importStabilityMatrixProject(text);
  if (isComfyGraph(value)) return { project: comfyProject(path) };
  return refused(
    "it is neither a workflow of ComfyUI nor a project",
    "Save the workflow in ComfyUI with Save or Export (API), or choose an image that was made with it.",
  );
}
