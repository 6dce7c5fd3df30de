// An image that was made from a graph in a file contains that graph, which is used if the file does not exist on this
// machine.

import { existsSync } from "node:fs";
import { isNetworkPath } from "@pictor/host/trust";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import type { RequestSource } from "./read-source.js";

/** The workflow and its setting that read a graph from a file. */
const workflow = "custom";
const setting = "graph";

const isThere = (path: string): boolean => !isNetworkPath(path) && existsSync(path);

/**
 * The image's graph also contains the values of the inputs, except input files, which it names as the server did. So
 * only the bindings that name recorded files are kept.
 */
export function withOwnGraph(
  source: RequestSource,
  image: string,
  { set = [] }: Pick<WorkflowOptions, "set">,
): RequestSource {
  const { kind, params, files = {}, notes } = source;
  const recorded = params[setting];
  const isGiven = set.some((each) => each.startsWith(`${setting}=`));
  if (
    kind !== "record" ||
    source.workflow !== workflow ||
    source.hasGraph !== true ||
    typeof recorded !== "string"
  )
    return source;
  if (isGiven || recorded === image || isThere(recorded)) return source;
  const { bindings, ...rest } = params;
  const kept = Object.entries(
    typeof bindings === "object" && bindings !== null && !Array.isArray(bindings) ? bindings : {},
  ).filter(([, value]) => typeof value === "string" && Object.hasOwn(files, value));
  return {
    ...source,
    params: { ...rest, [setting]: image, ...(kept.length > 0 && { bindings: Object.fromEntries(kept) }) },
    notes: [...notes, `There is no file ${recorded} here, so the graph in the image is used.`],
  };
}
