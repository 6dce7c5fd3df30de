// Connects the API `mcp`. The MCP SDK is imported with the first request, because the start of a command is measured.

import { definePlugin } from "@pictor/kernel/plugin";
import { asJsonRpcError } from "./protocol/json-rpc-error.js";
import { createRunningCalls } from "./protocol/running-calls.js";

export default definePlugin(({ clock }) => {
  const running = createRunningCalls();
  return {
    provides: {
      apis: {
        mcp: {
          async fetch(request, context) {
            const { serveRequest } = await import("./protocol/serve-request.js");
            return serveRequest(request, context, running, clock);
          },
          problem: asJsonRpcError,
        },
      },
    },
  };
});
