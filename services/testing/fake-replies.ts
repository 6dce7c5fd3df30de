// What can become of a submission on the server in memory, and the errors that tell it.

import { fault } from "@pictor/kernel";

/**
 * What becomes of the next submission: a `late` one is taken when the test says so, and replied to then; one that is
 * `cut off` is taken, and the port is closed.
 */
export type Reply =
  "prompt" | "held" | "late" | "lost" | "cut off" | "dropped" | "500" | "500 queued" | "refused";

/** Without a reason nobody was there to take the request; with one it may have arrived. */
export const unreachable = (reason?: string) =>
  fault(
    "BACKEND_UNREACHABLE",
    { url: "http://fake", reason: reason ?? "connection refused" },
    reason === undefined ? { more: { systemCode: "ECONNREFUSED" } } : {},
  );
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
