// Turns a node's exception into an error: shortened, and with a code of its own when memory ran out.

import { type NodeError, fault, type PictorError } from "@pictor/kernel";

/** Characters of an exception's message that the error keeps; the server's log has the rest. */
const maxReasonLength = 500;

/** Where a message is cut: some servers add memory advice to every exception, and tracebacks hold paths. */
const appendix = /This error means you ran out of memory|Traceback \(most recent call last\)/;

function shorten(text: string): string {
  return text.length <= maxReasonLength ? text : `${text.slice(0, maxReasonLength).trimEnd()} ...`;
}

const isOutOfMemory = (exception: string, message: string): boolean =>
  exception.endsWith("OutOfMemoryError") || /allocation on device|out of memory/i.test(message);

/** `NODE_FAILED`, or `NODE_OUT_OF_MEMORY` with the first line of the exception's message. */
export function nodeFailure({ node = "?", classType = "?", exception, message }: NodeError): PictorError {
  const text = (message.split(appendix, 1)[0] ?? "").trim();
  const details = { node, class: classType };
  if (isOutOfMemory(exception, text)) {
    const [first = ""] = text.split("\n", 1);
    const reason = first === "" ? exception : shorten(first.trim());
    return fault("NODE_OUT_OF_MEMORY", { ...details, reason }, { more: { exception } });
  }
  return fault("NODE_FAILED", {
    ...details,
    exception,
    reason: shorten(text === "" ? message.trim() : text),
  });
}
