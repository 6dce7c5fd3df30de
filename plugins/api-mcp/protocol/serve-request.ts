// Answers one HTTP request of an MCP client with a server of its own.
//
// No session is kept: the session id, which `initialize` gives and the client repeats, only tells the calls of the clients of
// one token apart. So a restart of the server ends no session, nothing expires, and two tokens have nothing in common.

import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { ApiContext, Clock } from "@pictor/kernel/plugin";
import { clientOf, createMcpServer } from "./create-mcp-server.js";
import { messageStream } from "./message-stream.js";
import type { RunningCalls } from "./running-calls.js";

const sessionHeader = "mcp-session-id";

const refused = (status: number, message: string, allow = "GET, POST, DELETE"): Response =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32_000, message }, id: null },
    { status, headers: { Allow: allow } },
  );

/**
 * A client of the older transport opens its stream first, and would wait for an event that never comes. To a client of
 * this transport that omits its session id, 405 means that there is no stream.
 */
const withoutSession = (): Response =>
  refused(
    405,
    "A stream is opened after initialize, with the header Mcp-Session-Id of its reply. " +
      "If the client has several transports, choose streamable HTTP; Pictor does not have the older one, HTTP with server-sent events.",
    "POST, DELETE",
  );

export async function serveRequest(
  request: Request,
  context: ApiContext,
  running: RunningCalls,
  clock: Clock,
): Promise<Response> {
  const session = request.headers.get(sessionHeader) ?? undefined;
  if (request.method === "DELETE") {
    running.cancelSession({ caller: context.caller.id, session });
    return new Response(null, { status: 204 });
  }
  if (request.method === "GET") {
    if (session === undefined) return withoutSession();
    if (request.headers.get("accept")?.includes("text/event-stream") !== true)
      return refused(406, "The stream of messages is text/event-stream; the header Accept has to name it.");
    return messageStream(clientOf(context), clock, AbortSignal.any([request.signal, context.signal]));
  }
  if (request.method !== "POST") return refused(405, "Send requests with POST.");
  const server = await createMcpServer({ context, running, clock, session, gone: request.signal });
  const transport = new WebStandardStreamableHTTPServerTransport();
  await server.connect(transport);
  const receive = transport.onmessage;
  const seen = { initialize: false };
  transport.onmessage = (message, extra) => {
    seen.initialize ||= isInitializeRequest(message);
    receive?.(message, extra);
  };
  const response = await transport.handleRequest(request);
  if (seen.initialize) response.headers.set(sessionHeader, randomUUID());
  return response;
}
