// The MCP server of one request: which tools and resources the caller has, and how a call is answered.

/* eslint-disable @typescript-eslint/no-deprecated -- McpServer takes schemas of zod; those of the tools are JSON Schema. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { ServerOptions } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { createClient, type Client } from "@pictor/client";
import type { ApiContext, Clock } from "@pictor/kernel/plugin";
import { listResources, readResource, resourceTemplates } from "../resources/resources.js";
import { callTool } from "../toolbox/call-tool.js";
import { describedTools, toolsOf } from "../toolbox/tools.js";
import type { ToolCall } from "../schema/tool.js";
import { instructions } from "./instructions.js";
import { reporter } from "./progress.js";
import type { RunningCalls } from "./running-calls.js";

export interface McpServerOptions {
  readonly context: ApiContext;
  readonly running: RunningCalls;
  readonly clock: Clock;
  /** The session id of the request. */
  readonly session: string | undefined;
  /** Aborted when the client has closed the connection. */
  readonly gone: AbortSignal;
}

/** Replies of clients are never awaited, so no schema of theirs is compiled. */
const noValidator: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "Not supported." }),
};

export const clientOf = ({ pictor }: ApiContext): Client =>
  createClient({ url: pictor.url, token: "", fetch: pictor.fetch, events: "server-sent" });

export async function createMcpServer(options: McpServerOptions): Promise<Server> {
  const { context, running, clock, session, gone } = options;
  const { caller } = context;
  const client = clientOf(context);
  const { version } = await client.calls.entry();
  const server = new Server(
    { name: "pictor", title: "Pictor", version },
    {
      capabilities: { tools: { listChanged: true }, resources: {} },
      instructions,
      jsonSchemaValidator: noValidator,
    },
  );
  const keyOf = (request: string | number) => ({ caller: caller.id, session, request });

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...describedTools(await toolsOf(client.calls, caller.scopes))],
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { requestId, _meta, sendNotification }) => {
      const call = running.begin(keyOf(requestId));
      const tool: ToolCall = {
        client,
        clock,
        scopes: caller.scopes,
        signal: AbortSignal.any([call.signal, gone, context.signal]),
        problemOf: context.problemOf,
        report: reporter(_meta?.progressToken, sendNotification),
      };
      try {
        return await callTool(params.name, params.arguments ?? {}, tool);
      } finally {
        call.end();
      }
    },
  );
  server.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId } }) => {
    if (requestId !== undefined) running.cancel(keyOf(requestId));
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => listResources(client, params?.cursor));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    readResource(client, params.uri, context.problemOf),
  );
  return server;
}
