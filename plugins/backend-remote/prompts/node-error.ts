// A node's failure, as the message `execution_error` describes it.

import { stringOf } from "@pictor/kernel/plugin";
import type { NodeError } from "@pictor/kernel/plugin";
import { fieldsOf } from "../base/json-fields.js";

/**
 * Parses the data of an `execution_error`. Traceback and inputs are left out: they are long and contain paths of the
 * server. `exception_message` usually ends with a line feed.
 */
export function parseNodeError(data: unknown): NodeError {
  const { node_id, node_type, exception_type, exception_message } = fieldsOf(data);
  const node = stringOf(node_id);
  const classType = stringOf(node_type);
  return {
    ...(node === undefined ? {} : { node }),
    ...(classType === undefined ? {} : { classType }),
    exception: stringOf(exception_type) ?? "an unnamed exception",
    message: (stringOf(exception_message) ?? "").trim(),
  };
}
