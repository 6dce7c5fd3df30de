// Imports Pictor's own record of an image as a project that makes this one image.

import type { ProjectRecord } from "./project-record.js";
import type { ImportedProject } from "./project.js";

/**
 * The recorded settings, with the seed and the prompts of this image. A seed or prompt is replaced only if the settings
 * have one: a workflow such as `custom` may have neither.
 */
export function importProjectRecord({
  workflow,
  params,
  features,
  files,
  prompt,
  seed,
}: ProjectRecord): ImportedProject {
  const replaces = (name: string, text: string): boolean => typeof params[name] === "string" && text !== "";
  return {
    kind: "record",
    workflow,
    params: {
      ...params,
      ...(Object.hasOwn(params, "seed") && seed !== undefined && { seed }),
      ...(replaces("prompt", prompt.positive) && { prompt: prompt.positive }),
      ...(replaces("negative", prompt.negative) && { negative: prompt.negative }),
    },
    features,
    ...(files !== undefined && { files }),
    count: 1,
    notes: [],
  };
}
