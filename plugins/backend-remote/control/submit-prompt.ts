// Submits a graph to the server's queue: POST /prompt.

import { fault, PictorError, recordOrEmpty, stringifyJson, asString } from "@pictor/kernel/plugin";
import type { CallOptions, Graph, Receipt, Reply, Submission } from "@pictor/kernel/plugin";
import { bodyTooLargeFault } from "../server/body-limit.js";
import { replyFault } from "../server/exchange-faults.js";
import { readJson, send, type RemoteServer, type ServerRequest } from "../server/requests.js";
import { parseNodeErrors, parseRefusal } from "./graph-problems.js";

/**
 * The request's body. `client_id` names the socket that receives the run's events. `extra_pnginfo` is left out unless
 * the submission has it: a null in it would break GET /jobs for as long as the server remembers the prompt. `number` is
 * left out: two submissions of one id with equal numbers kill the server's worker.
 */
function promptBody(
  { promptId, graph, record, extra }: Submission,
  clientId: string,
  credentials: Readonly<Record<string, string>>,
): string {
  // A client of the gateway may send the key of its own account.
  const data = { ...credentials, ...extra, ...(record === undefined ? {} : { pictor: record }) };
  return stringifyJson({
    prompt: graph,
    prompt_id: promptId,
    client_id: clientId,
    ...(Object.keys(data).length === 0 ? {} : { extra_data: data }),
  });
}

/**
 * Submits a prompt. Rejects with BACKEND_REFUSED_GRAPH, whose `details.problems` are `GraphProblem[]`, if nothing was
 * queued. `credentials` are added to `extra_data`. A server that drops some branches and runs the others lists the
 * dropped ones in the receipt. After any other rejection with a `details.status` of 500 or more, the prompt may still
 * have been queued.
 */
export async function submitPrompt(
  server: RemoteServer,
  clientId: string,
  submission: Submission,
  options: CallOptions = {},
  credentials: Readonly<Record<string, string>> = {},
): Promise<Receipt> {
  const body = promptBody(submission, clientId, credentials);
  const request: ServerRequest = {
    method: "POST",
    url: server.routes.route("/prompt"),
    headers: { "content-type": "application/json", "comfy-usage-source": "pictor" },
    body,
    accept: [400, 413],
  };
  const answer = await send(server, request, options, async (reply) => {
    if (reply.status === 413)
      throw await bodyTooLargeFault(server, request, reply, Buffer.byteLength(body), options);
    if (reply.status === 400) throw await refusalFault(server, request, reply, submission.graph, options);
    return { status: reply.status, body: await readJson(server, request, reply, options) };
  });
  const { prompt_id, node_errors } = recordOrEmpty(answer.body);
  const promptId = asString(prompt_id);
  if (promptId !== undefined && promptId !== "")
    return { promptId, dropped: parseNodeErrors(node_errors, submission.graph) };
  throw replyFault(request, `status ${answer.status} without a prompt_id`, "a prompt_id");
}

/** The error for status 400: the graph's problems, or BACKEND_REPLY if the body is not ComfyUI's. */
async function refusalFault(
  server: RemoteServer,
  request: ServerRequest,
  reply: Reply,
  graph: Graph,
  options: CallOptions,
): Promise<PictorError> {
  const body = await readJson(server, request, reply, options).catch((error: unknown) => {
    if (error instanceof PictorError && error.code === "BACKEND_REPLY") return undefined;
    throw error;
  });
  const refusal = parseRefusal(body, graph);
  if (refusal !== undefined) {
    const { reason, problems } = refusal;
    return fault("BACKEND_REFUSED_GRAPH", { reason }, { more: { problems } });
  }
  const found = "status 400 with a body that names no error";
  return replyFault(request, found, "a prompt_id, or the problems of the graph", 400);
}
