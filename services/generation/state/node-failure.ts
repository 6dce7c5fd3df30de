// Converts the exception of a node to an error, with a shortened message and a separate code for lack of memory.

import {
  beginningOf,
  fault,
  saysDiskFull,
  saysOutOfMemory,
  withoutAppendix,
  type NodeError,
  type PictorError,
} from "@pictor/kernel";

/** The most characters of an exception's message that the error keeps. The server's log contains the rest. */
const maxReasonLength = 500;

const shorten = (text: string): string =>
  text.length <= maxReasonLength ? text : `${beginningOf(text, maxReasonLength).trimEnd()} ...`;

/** What partner nodes say without the key of an account, or with a wrong one. */
const lacksAccount = /please login first|unauthorized.*(?:log ?in|api.?key)/i;
const withoutPeriod = (text: string): string => text.replace(/\.$/, "");

/**
 * `NODE_FAILED`, `AUTH_PARTNER_KEY` for a partner node without an account, `NODE_OUT_OF_MEMORY` or `NODE_DISK_FULL` with the first line of the exception's message. A backend without nodes, or one
 * that does not know which node has failed, names none.
 */
export function nodeFailure({ node, classType = "?", exception, message }: NodeError): PictorError {
  const text = withoutAppendix(message);
  const name = node === undefined ? undefined : `node ${node} (${classType})`;
  const more = { node: node ?? "?", class: classType, exception };
  const lack = saysOutOfMemory({ exception, message })
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
