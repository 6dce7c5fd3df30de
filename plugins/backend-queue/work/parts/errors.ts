// What errors of a server, of Redis and of the store mean for a worker. Pure.

import { PictorError, reasonOf, type GraphProblem, type NodeError } from "@pictor/kernel/plugin";
import { mayHaveArrived } from "@pictor/prompt-life";

/** Whether the same request can succeed later: there was no answer that says what has become of it. */
export const isTemporary = mayHaveArrived;

/** Whether the server itself has answered that a file cannot be had any more, or has ended. Errors of the store do not count. */
export const isFileLost = (error: unknown): boolean => {
  if (!(error instanceof PictorError) || error.code.startsWith("QUEUE_STORE_")) return false;
  return ["BACKEND_FILE_GONE", "BACKEND_FILE_CHANGED", "BACKEND_CRASHED", "BACKEND_REPLY"].includes(
    error.base,
  );
};

/** What is shown for a prompt that a server did not accept. */
export function refusalOf(error: unknown): NodeError {
  const problems =
    error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH"
      ? ((error.details["problems"] ?? []) as readonly GraphProblem[])
      : [];
  const [first] = problems;
  const exception = error instanceof PictorError ? error.code : "Error";
  if (first === undefined) return { exception, message: reasonOf(error) };
  const message = problems.map(
    (one) => `${one.node}${one.input === undefined ? "" : `.${one.input}`}: ${one.message}`,
  );
  return { node: first.node, classType: first.classType, exception, message: message.join("; ") };
}
