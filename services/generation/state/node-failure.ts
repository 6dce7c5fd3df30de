// Converts the exception of a node to an error, with a shortened message and a separate code for lack of memory.

import { type NodeError, fault, type PictorError } from "@pictor/kernel";

/** The most characters of an exception's message that the error keeps. The server's log contains the rest. */
const maxReasonLength = 500;

/**
 * The message of an exception is cut at these texts: some servers add advice about memory to every exception, and
 * tracebacks contain paths.
 */
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
