// Submits a prompt, lists and changes the queue, and interrupts the running prompt.
import { isIn, itemsOf, memberOf, optionalMember, toBoolean, toText } from "@pictor/comfyui-graph";
import { MalformedRequestError } from "../http/malformed-request-error.js";
import { empty, json, type Reply } from "../http/reply.js";
import { queueTuple } from "../prompts/queued-prompt.js";
import { readJsonBody, textOf, route, type Route, type RouteRequest } from "./route.js";

async function submit(request: RouteRequest): Promise<Reply> {
  const { engine, caller } = request;
  const answer = await engine.submit(await textOf(request), caller);
  return json(answer, "error" in answer ? 400 : 200);
}

async function queue({ engine, caller }: RouteRequest): Promise<Reply> {
  const { running, pending } = await engine.queue(caller);
  return json({ queue_running: running.map(queueTuple), queue_pending: pending.map(queueTuple) });
}

async function changeQueue(request: RouteRequest): Promise<Reply> {
  const { engine, caller } = request;
  const body = await readJsonBody(request);
  if (isIn("clear", body) && toBoolean(memberOf(body, "clear"))) await engine.clearQueue(caller);
  const ids = isIn("delete", body) ? itemsOf(memberOf(body, "delete")) : [];
  for (const id of ids) if (typeof id === "string") await engine.removeQueued(id, caller);
  return empty(200);
}

/** Interrupts the prompt that the body names, or any running prompt when the body is malformed or names none. */
async function interrupt(request: RouteRequest): Promise<Reply> {
  const { engine, caller } = request;
  const body = await readJsonBody(request).catch((error: unknown) => {
    if (error instanceof MalformedRequestError) return {};
    throw error;
  });
  const promptId = optionalMember(body, "prompt_id");
  await engine.interrupt(toBoolean(promptId) ? toText(promptId) : undefined, caller);
  return empty(200);
}

export const promptRoutes: readonly Route[] = [
  route("GET", /^\/prompt$/, ({ engine }) => json({ exec_info: { queue_remaining: engine.remaining() } })),
  route("POST", /^\/prompt$/, submit),
  route("GET", /^\/queue$/, queue),
  route("POST", /^\/queue$/, changeQueue),
  route("POST", /^\/interrupt$/, interrupt),
];
