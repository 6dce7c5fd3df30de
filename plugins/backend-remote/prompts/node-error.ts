// A node's failure, as the message `execution_error` describes it.

import { asString, recordOrEmpty, type NodeError } from "@pictor/kernel/plugin";

/**
 * Parses the data of an `execution_error`. Traceback and inputs are left out: they are long and contain paths of the
 * server. `exception_message` usually ends with a line feed.
 */
export function parseNodeError(data: unknown): NodeError {
  const { node_id, node_type, exception_type, exception_message } = recordOrEmpty(data);
  const node = asString(node_id);
  const classType = asString(node_type);
  return {
    ...(node === undefined ? {} : { node }),
    ...(classType === undefined ? {} : { classType }),
    exception: asString(exception_type) ?? "an unnamed exception",
    message: (asString(exception_message) ?? "").trim(),
  };
}
