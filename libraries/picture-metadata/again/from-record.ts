// Our own record as a request: what it says, for one picture.

import type { ProjectRecord } from "../record.js";
import type { AgainRequest } from "./types.js";

/**
 * The settings as recorded, with the picture's own seed and the prompts as they were written for it. Only what the
 * settings name already is replaced: a graph of the person's own may have neither a seed nor a prompt to set.
 */
export function fromRecord({ workflow, params, features, prompt, seed }: ProjectRecord): AgainRequest {
  const isWritten = (name: string, text: string): boolean => typeof params[name] === "string" && text !== "";
  return {
    kind: "record",
    workflow,
    params: {
      ...params,
      ...(Object.hasOwn(params, "seed") && { seed }),
      ...(isWritten("prompt", prompt.positive) && { prompt: prompt.positive }),
      ...(isWritten("negative", prompt.negative) && { negative: prompt.negative }),
    },
    features,
    count: 1,
    notes: [],
  };
}
