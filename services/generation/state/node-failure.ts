// Converts the exception of a node to an error, with a shortened message and separate codes for those against which a
// person can do something.

import {
  beginningOf,
  fault,
  isModelFile,
  isString,
  saysDiskFull,
  saysOutOfMemory,
  withoutAppendix,
  type Graph,
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

/** What torch says of a number of more than 64 bits. */
const overflows = /overflow when unpacking long/i;
const largestSeed = 2n ** 64n - 1n;

/** Whether the graph has the largest seed, to which ComfyUI adds 1 for samplers with noise on a CPU. */
const hasLargestSeed = (graph: Graph): boolean =>
  Object.values(graph).some(({ inputs }) => Object.values(inputs).includes(largestSeed));

function knownCause(error: Pick<NodeError, "exception" | "message">, text: string, graph: Graph) {
  if (overflows.test(text) && hasLargestSeed(graph)) return "NODE_SEED_REFUSED";
  if (saysOutOfMemory(error)) return "NODE_OUT_OF_MEMORY";
  if (saysDiskFull(text)) return "NODE_DISK_FULL";
  return refusesModel.test(error.exception) ? "NODE_MODEL_REFUSED" : undefined;
}

/** The node with its class and the model files that it was given: one that cannot be read is seldom named by the exception. */
function describeNode({ node = "?", classType = "?" }: NodeError, graph: Graph): string {
  const files = Object.values(graph[node]?.inputs ?? {})
    .filter(isString)
    .filter(isModelFile);
  return `node ${node} (${[classType, ...files].join(", ")})`;
}

/**
 * `NODE_FAILED`, `AUTH_PARTNER_KEY` for a partner node without an account; `NODE_OUT_OF_MEMORY`, `NODE_DISK_FULL`,
 * `NODE_SEED_REFUSED` or `NODE_MODEL_REFUSED` with the first line of the exception's message. A backend without nodes, or one
 * that does not know which node has failed, names none. `graph` is the graph of the prompt.
 */
export function nodeFailure(error: NodeError, graph: Graph = {}): PictorError {
  const { node, classType = "?", exception, message } = error;
  const text = withoutAppendix(message);
  const name = node === undefined ? undefined : describeNode(error, graph);
  const more = { node: node ?? "?", class: classType, exception };
  const known = knownCause({ exception, message }, text, graph);
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
  const failure = reason === "" ? exception : `${exception}: ${withoutPeriod(reason)}`;
  return fault("NODE_FAILED", { what, failure }, { more: { ...more, reason } });
}
