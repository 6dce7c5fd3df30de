// Converts the exception of a node to an error, with a shortened message and separate codes for those against which a
// person can do something.

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
/** The class of the exception of a server whose organization permits certain model files only. */
const refusesModel = /(?:^|\.)ModelNotPermittedError$/;
const withoutPeriod = (text: string): string => text.replace(/\.$/, "");

function knownCause(error: Pick<NodeError, "exception" | "message">, text: string) {
  if (saysOutOfMemory(error)) return "NODE_OUT_OF_MEMORY";
  if (saysDiskFull(text)) return "NODE_DISK_FULL";
  return refusesModel.test(error.exception) ? "NODE_MODEL_REFUSED" : undefined;
}

/**
 * `NODE_FAILED`, `AUTH_PARTNER_KEY` for a partner node without an account; `NODE_OUT_OF_MEMORY`, `NODE_DISK_FULL` or
 * `NODE_MODEL_REFUSED` with the first line of the exception's message. A backend without nodes, or one that does not
 * know which node has failed, names none.
 */
export function nodeFailure({ node, classType = "?", exception, message }: NodeError): PictorError {
  const text = withoutAppendix(message);
  const name = node === undefined ? undefined : `node ${node} (${classType})`;
  const more = { node: node ?? "?", class: classType, exception };
  const known = knownCause({ exception, message }, text);
  if (known !== undefined) {
    const [first = ""] = text.split("\n", 1);
    const reason = first === "" ? exception : withoutPeriod(shorten(first.trim()));
    const place = name === undefined ? "" : ` in the ${name}`;
    return fault(known, { place, reason }, { more });
  }
  const what = name === undefined ? "The generation" : `The ${name}`;
  const reason = shorten(text === "" ? message.trim() : text);
  if (lacksAccount.test(reason))
    return fault("AUTH_PARTNER_KEY", { what, reason: withoutPeriod(reason) }, { more });
  return fault("NODE_FAILED", { what, exception, reason }, { more });
}
