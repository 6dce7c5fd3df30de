// A node's failure in the words of its exception: short, and told apart when the memory was too small.

import { type NodeError, fault, type PictorError } from "@pictor/kernel";

/** Letters of an exception's message that are told; what follows is the server's log's to keep. */
const longestReason = 500;

/** Servers add a paragraph of advice on memory, some of them to every exception; tracebacks hold paths. */
const appended = /This error means you ran out of memory|Traceback \(most recent call last\)/;

function cut(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason).trimEnd()} ...`;
}

const isOutOfMemory = (exception: string, said: string): boolean =>
  exception.endsWith("OutOfMemoryError") || /allocation on device|out of memory/i.test(said);

/** `NODE_FAILED`, or `NODE_OUT_OF_MEMORY` with the first line of what was said. */
export function nodeFailure({ node = "?", classType = "?", exception, message }: NodeError): PictorError {
  const [before = ""] = message.split(appended, 1);
  const said = before.trim();
  const details = { node, class: classType };
  if (isOutOfMemory(exception, said)) {
    const [first = ""] = said.split("\n", 1);
    const reason = first === "" ? exception : cut(first.trim());
    return fault("NODE_OUT_OF_MEMORY", { ...details, reason }, { more: { exception } });
  }
  return fault("NODE_FAILED", { ...details, exception, reason: cut(said === "" ? message.trim() : said) });
}
