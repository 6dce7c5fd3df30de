// Putting a graph into the server's queue: POST /prompt.

import { fault, stringifyJson } from "@pictor/kernel/plugin";
import type { CallOptions, Receipt, Submission } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "./fields.js";
import { readJson, send } from "./http.js";
import type { Call, Peer } from "./http.js";
import { problemsOf, refusalOf } from "./problems.js";

/**
 * The request's body. `client_id` names the socket that receives the run's events. A null inside `extra_pnginfo`
 * would break the server's list of jobs for as long as it remembers the prompt, so nulls are left out.
 */
export function promptBody({ promptId, graph, embed }: Submission, clientId: string): string {
  const embedded = Object.entries(embed ?? {}).filter(([, value]) => value !== null);
  return stringifyJson({
    prompt: graph,
    prompt_id: promptId,
    client_id: clientId,
    ...(embedded.length === 0 ? {} : { extra_data: { extra_pnginfo: Object.fromEntries(embedded) } }),
  });
}

/**
 * Submits. Rejects with BACKEND_REFUSED_GRAPH, whose `details.problems` are `GraphProblem[]`, when nothing was queued;
 * a server that drops some branches and runs the rest lists them in the receipt.
 */
export async function submit(
  peer: Peer,
  clientId: string,
  submission: Submission,
  options: CallOptions = {},
): Promise<Receipt> {
  const call: Call = {
    method: "POST",
    url: peer.routes.route("/prompt"),
    headers: { "content-type": "application/json" },
    body: promptBody(submission, clientId),
    accept: [400],
  };
  const reply = await send(peer, call, options);
  const body = await readJson(peer, call, reply, options);
  const promptId = textOf(fieldsOf(body)["prompt_id"]);
  if (reply.status !== 400 && promptId !== undefined) {
    return { promptId, dropped: problemsOf(fieldsOf(body)["node_errors"]) };
  }
  const refusal = reply.status === 400 ? refusalOf(body, submission.graph) : undefined;
  if (refusal !== undefined) {
    throw fault(
      "BACKEND_REFUSED_GRAPH",
      { reason: refusal.reason },
      { more: { problems: refusal.problems } },
    );
  }
  const found = `status ${reply.status} without a prompt_id`;
  throw fault("BACKEND_REPLY", { method: "POST", url: call.url, found, expected: "a prompt_id" });
}
