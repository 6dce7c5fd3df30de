// The facet `direct` of a backend for one caller: the caller's quota must admit each request that submits a prompt.

import type { Caller } from "@pictor/features/base";
import { countsPrompts } from "@pictor/features/quotas";
import {
  asString,
  isRecord,
  parseJsonOrUndefined,
  withoutUndefined,
  type DirectFacet,
  type DirectRequest,
  type Reply,
  type SendOptions,
} from "@pictor/kernel";
import type { OwnerQuotas } from "./owner-quotas.js";
import { priorityIn, submitsPrompt, wholeBody } from "./submission-request.js";

export interface CountedDirectOptions {
  readonly caller: Caller;
  /** Name of the instance. */
  readonly backend: string;
  /** Whether the backend counts the prompts of the owners itself. */
  readonly countsOwners: boolean;
  readonly quotas: OwnerQuotas;
}

/** The id of the prompt in a reply, and the reply with its body still unread. */
async function receiptOf(reply: Reply): Promise<readonly [promptId: string | undefined, reply: Reply]> {
  if (reply.status !== 200) return [undefined, reply];
  const bytes = await reply.bytes();
  const text = Buffer.from(bytes).toString();
  const value = parseJsonOrUndefined(text);
  const promptId = isRecord(value) ? asString(value["prompt_id"]) : undefined;
  const { status, headers, url, hops, notes } = reply;
  const again: Reply = {
    status,
    headers,
    url,
    hops,
    notes,
    body: new Blob([new Uint8Array(bytes)]).stream(),
    text: () => Promise.resolve(text),
    bytes: () => Promise.resolve(bytes),
    discard: () => Promise.resolve(),
  };
  return [promptId, again];
}

async function submit(
  direct: DirectFacet,
  request: DirectRequest,
  options: SendOptions | undefined,
  { caller, backend, countsOwners, quotas }: CountedDirectOptions,
): Promise<Reply> {
  const quota = quotas.of(caller);
  const { priorities, running: runningLimit } = quota;
  const body = priorities === undefined ? request.body : await wholeBody(request.body);
  const isRead = typeof body === "string" || body instanceof Uint8Array;
  const priority = priorities !== undefined && isRead ? priorityIn(body) : undefined;
  const usual = quotas.priorityOf(caller, priority);
  const sent: DirectRequest = { ...request, ...withoutUndefined({ body, priority: usual, runningLimit }) };
  const counted = await quotas.admit(caller, { backend, prompts: 1, priority: usual }, () =>
    countsPrompts(quota) ? quotas.beginDirect(caller.name, backend) : undefined,
  );
  let promptId: string | undefined;
  try {
    const reply = await direct.send(sent, options);
    if (counted === undefined || countsOwners) return reply;
    const [id, again] = await receiptOf(reply);
    promptId = id;
    return again;
  } finally {
    counted?.end(promptId);
  }
}

export const countedDirect = (direct: DirectFacet, options: CountedDirectOptions): DirectFacet => ({
  connect: (request, handlers, sending) => direct.connect(request, handlers, sending),
  send: (request, sending) =>
    submitsPrompt(request) ? submit(direct, request, sending, options) : direct.send(request, sending),
});
