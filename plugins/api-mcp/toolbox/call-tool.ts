// Runs a tool for a caller. Whatever fails is a result that the model can read, not an error of the protocol.

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { scopeMissing, toolUnknown } from "../faults.js";
import { checkDepth, readObject } from "../schema/check-arguments.js";
import type { Tool, ToolCall, ToolResult } from "../schema/tool.js";
import { errorText } from "../schema/error-text.js";
import { permits, tools, toolsOf } from "./tools.js";

/** The result as content: of a failure, the reason comes first. */
function asResult({ data, images = [], isError = false }: ToolResult): CallToolResult {
  const { error } = data;
  const reason = isError && typeof error === "string" ? [{ type: "text" as const, text: error }] : [];
  return {
    content: [...reason, { type: "text", text: JSON.stringify(data) }, ...images],
    structuredContent: { ...data },
    ...(isError && { isError }),
  };
}

/** The tool of a saved workflow. Rejects with `MCP_TOOL_UNKNOWN`. */
async function savedTool(name: string, { client, scopes }: ToolCall): Promise<Tool> {
  const offered = await toolsOf(client.calls, scopes);
  const tool = offered.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const names = offered.map((one) => one.name);
  throw toolUnknown(name, names);
}

async function run(
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name) ?? (await savedTool(name, call));
  if (!permits(call.scopes, tool)) throw scopeMissing(name, tool.scope);
  checkDepth(args);
  const read = readObject(args, tool.input);
  checkDepth(read);
  return tool.run(read, call);
}

export async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    return asResult(await run(name, args, call));
  } catch (error) {
    return { content: [{ type: "text", text: errorText(error, call.problemOf) }], isError: true };
  }
}
