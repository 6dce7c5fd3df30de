// A node's failure, as the message `execution_error` tells it.

import type { NodeFault } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "../fields.js";

/**
 * Reads an `execution_error`. Its traceback and inputs are left out: they are long and hold paths of the server.
 * `exception_message` usually ends with a line feed.
 */
export function nodeFaultOf(data: unknown): NodeFault {
  const { node_id, node_type, exception_type, exception_message } = fieldsOf(data);
  const node = textOf(node_id);
  const classType = textOf(node_type);
  return {
    ...(node === undefined ? {} : { node }),
    ...(classType === undefined ? {} : { classType }),
    exception: textOf(exception_type) ?? "an unnamed exception",
    message: (textOf(exception_message) ?? "").trim(),
  };
}
