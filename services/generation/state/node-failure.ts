// Converts the exception of a node to an error, with a shortened message and a separate code for lack of memory.

import { beginningOf, type NodeError, fault, type PictorError, saysDiskFull } from "@pictor/kernel";

/** The most characters of an exception's message that the error keeps. The server's log contains the rest. */
const maxReasonLength = 500;

/**
 * The message of an exception is cut at these texts: some servers add advice about memory to every exception, and
 * tracebacks contain paths.
 */
const appendix = /This error means you ran out of memory|Traceback \(most recent call last\)/;

const shorten = (text: string): string =>
  text.length <= maxReasonLength ? text : `${beginningOf(text, maxReasonLength).trimEnd()} ...`;

const isOutOfMemory = (exception: string, message: string): boolean =>
  exception.endsWith("OutOfMemoryError") || /allocation on device|out of memory/i.test(message);

/** What partner nodes say without the key of an account, or with a wrong one. */
const lacksAccount = /please login first|unauthorized.*(?:log ?in|api.?key)/i;
const withoutPeriod = (text: string): string => text.replace(/\.$/, "");

/**
 * `NODE_FAILED`, `AUTH_PARTNER_KEY` for a partner node without an account, `NODE_OUT_OF_MEMORY` or `NODE_DISK_FULL` with the first line of the exception's message. A backend without nodes, or one
 * that does not know which node has failed, names none.
 */
export function nodeFailure({ node, classType = "?", exception, message }: NodeError): PictorError {
  const text = (message.split(appendix, 1)[0] ?? "").trim();
  const name = node === undefined ? undefined : `node ${node} (${classType})`;
  const more = { node: node ?? "?", class: classType, exception };
  const lack = isOutOfMemory(exception, text)
    ? "NODE_OUT_OF_MEMORY"
    : saysDiskFull(text)
      ? "NODE_DISK_FULL"
      : undefined;
  if (lack !== undefined) {
    const [first = ""] = text.split("\n", 1);
    const reason = first === "" ? exception : withoutPeriod(shorten(first.trim()));
    const place = name === undefined ? "" : ` in the ${name}`;
    return fault(lack, { place, reason }, { more });
  }
  const what = name === undefined ? "The generation" : `The ${name}`;
  const reason = shorten(text === "" ? message.trim() : text);
  if (lacksAccount.test(reason))
    return fault("AUTH_PARTNER_KEY", { what, reason: withoutPeriod(reason) }, { more });
  return fault("NODE_FAILED", { what, exception, reason }, { more });
}
