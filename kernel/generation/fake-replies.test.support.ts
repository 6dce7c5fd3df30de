// What can become of a submission on the server in memory, and the errors that tell it.

import { fault } from "../errors/catalogue.js";

/** What becomes of the next submission. */
export type Reply = "prompt" | "held" | "lost" | "dropped" | "500" | "500 queued" | "refused";

export const unreachable = (reason = "connection refused") =>
  fault("BACKEND_UNREACHABLE", { url: "http://fake", reason });
export const status500 = () => {
  const details = { method: "POST", url: "http://fake/prompt", found: "status 500", expected: "status 200" };
  return fault("BACKEND_REPLY", details, { more: { status: 500 } });
};
export const refusedGraph = () => {
  const message = "too many steps";
  const problem = { node: "Save", classType: "FakeSave", input: "steps", code: "x", message };
  return fault("BACKEND_REFUSED_GRAPH", { reason: "steps" }, { more: { problems: [problem] } });
};
export const crashed = () =>
  fault("BACKEND_CRASHED", { backend: "studio", ending: "exit code 1", lastLines: "MemoryError" });
