// A refusal of the server in the shape of JSON-RPC 2.0, which MCP clients show to their users.

import type { ApiProblem } from "@pictor/kernel/plugin";

/** The first code of the range that JSON-RPC leaves to servers. */
const serverError = -32_000;

export const asJsonRpcError = ({ code, detail, status }: ApiProblem): unknown => ({
  jsonrpc: "2.0",
  error: { code: serverError, message: detail, data: { code, status } },
  id: null,
});
