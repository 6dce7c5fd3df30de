// Putting a graph into the server's queue: POST /prompt.

import { fault, PictorError, stringifyJson } from "@pictor/kernel/plugin";
import type { CallOptions, Graph, Receipt, Reply, Submission } from "@pictor/kernel/plugin";
import { tooLarge } from "../features.js";
import { fieldsOf, textOf } from "../fields.js";
import { readJson, send } from "../http.js";
import type { Call, Peer } from "../http.js";
import { problemsOf, refusalOf } from "./problems.js";

/**
 * The request's body. `client_id` names the socket that receives the run's events. Nothing is put into
 * `extra_pnginfo`: a null there would break the server's list of jobs for as long as it remembers the prompt. No
 * `number` is sent: two equal ones of one id kill the server's worker.
 */
function promptBody({ promptId, graph, record }: Submission, clientId: string): string {
  return stringifyJson({
    prompt: graph,
    prompt_id: promptId,
    client_id: clientId,
    ...(record === undefined ? {} : { extra_data: { pictor: record } }),
  });
}

/**
 * Submits. Rejects with BACKEND_REFUSED_GRAPH, whose `details.problems` are `GraphProblem[]`, when nothing was queued;
 * a server that drops some branches and runs the rest lists them in the receipt. After any other rejection with
 * `details.status` 500 or more the prompt may have been queued all the same.
 */
export async function submit(
  peer: Peer,
  clientId: string,
  submission: Submission,
  options: CallOptions = {},
): Promise<Receipt> {
  const body = promptBody(submission, clientId);
  const call: Call = {
    method: "POST",
    url: peer.routes.route("/prompt"),
    headers: { "content-type": "application/json" },
    body,
    accept: [400, 413],
  };
  const answer = await send(peer, call, options, async (reply) => {
    if (reply.status === 413) throw await tooLarge(peer, call, reply, Buffer.byteLength(body), options);
    if (reply.status === 400) throw await refused(peer, call, reply, submission.graph, options);
    return { status: reply.status, body: await readJson(peer, call, reply, options) };
  });
  const { prompt_id, node_errors } = fieldsOf(answer.body);
  const promptId = textOf(prompt_id);
  if (promptId !== undefined && promptId !== "")
    return { promptId, dropped: problemsOf(node_errors, submission.graph) };
  const found = `status ${answer.status} without a prompt_id`;
  throw fault("BACKEND_REPLY", { method: "POST", url: call.url, found, expected: "a prompt_id" });
}

/** The fault for a 400: the graph's problems, or, when its body is none of the server's, that nothing can be said. */
async function refused(
  peer: Peer,
  call: Call,
  reply: Reply,
  graph: Graph,
  options: CallOptions,
): Promise<PictorError> {
  const body = await readJson(peer, call, reply, options).catch((error: unknown) => {
    if (error instanceof PictorError && error.code === "BACKEND_REPLY") return undefined;
    throw error;
  });
  const refusal = refusalOf(body, graph);
  if (refusal !== undefined) {
    const { reason, problems } = refusal;
    return fault("BACKEND_REFUSED_GRAPH", { reason }, { more: { problems } });
  }
  const found = "status 400 with a body that names no error";
  return fault(
    "BACKEND_REPLY",
    { method: "POST", url: call.url, found, expected: "a prompt_id, or what is wrong with the graph" },
    { more: { status: 400 } },
  );
}
