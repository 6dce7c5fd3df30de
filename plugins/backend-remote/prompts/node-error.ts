// A node's failure, as the message `execution_error` describes it.

import { asString, recordOrEmpty, type NodeError, withoutUndefined } from "@pictor/kernel/plugin";

/**
 * Parses the data of an `execution_error`. Traceback and inputs are left out: they are long and contain paths of the
 * server. `exception_message` usually ends with a line feed.
 */
export function parseNodeError(data: unknown): NodeError {
  const { node_id, node_type, exception_type, exception_message } = recordOrEmpty(data);
  return withoutUndefined({
    node: asString(node_id),
    classType: asString(node_type),
    exception: asString(exception_type) ?? "an unnamed exception",
    message: (asString(exception_message) ?? "").trim(),
  });
}
