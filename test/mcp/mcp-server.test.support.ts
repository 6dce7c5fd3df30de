// A server with the official client of the MCP SDK, over streamable HTTP, and short ways to call tools.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { TestServer } from "../../server/testing/start-server.js";

export interface Called {
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly images: readonly { readonly mimeType: string; readonly bytes: Buffer }[];
  readonly isError: boolean;
}

/** The parts of a result. */
export function partsOf(result: CallToolResult): Called {
  const [first] = result.content;
  return {
    data: result.structuredContent ?? {},
    text: first?.type === "text" ? first.text : "",
    images: result.content.flatMap((part) =>
      part.type === "image" ? [{ mimeType: part.mimeType, bytes: Buffer.from(part.data, "base64") }] : [],
    ),
    isError: result.isError === true,
  };
}

export interface TestClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  call(name: string, args?: Record<string, unknown>, options?: RequestOptions): Promise<Called>;
  close(): Promise<void>;
}

/** Connects with a token; default: that of the run. */
export async function connectMcp(
  { server }: Pick<TestServer, "server">,
  token: string = server.token,
): Promise<TestClient> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", server.url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  // The client checks the structured results of those tools alone that it has listed.
  await client.listTools();
  return {
    client,
    transport,
    call: async (name, args = {}, options = {}) =>
      partsOf((await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult),
    close: () => client.close(),
  };
}
