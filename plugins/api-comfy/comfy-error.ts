// The errors of the gateway in the shape of ComfyUI, whose clients read the member `error` and would take any other
// body for a result.

import type { ApiProblem } from "@pictor/kernel/plugin";

/** The reply of ComfyUI's `POST /prompt` to a graph that it refuses, beside the members of the problem. */
export const asComfyError = (problem: ApiProblem): unknown => ({
  ...problem,
  error: { type: problem.code, message: problem.title, details: problem.hint ?? "", extra_info: {} },
  node_errors: {},
});
