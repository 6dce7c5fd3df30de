// The definition of `mcp`: Pictor as an MCP server on standard input and output.

import type { Command } from "commander";
import { withBackendOption } from "../../definition/backend-option.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";

const help = `${examples(
  "pictor mcp",
  "pictor mcp --backend studio",
  "pictor mcp --scope generate --scope request",
  "pictor --config /home/me/pictor.json mcp",
)}

An assistant or an IDE starts this command itself, and speaks the Model Context Protocol with it. A client is configured with the
command and its arguments:

  { "mcpServers": { "pictor": { "command": "pictor", "args": ["mcp"] } } }

The file is claude_desktop_config.json for Claude Desktop, and .cursor/mcp.json for Cursor; .vscode/mcp.json has "servers" instead of
"mcpServers". docs/programs/mcp-clients.md lists all clients. Without a configuration, images are made by a ComfyUI on this machine if
one is running, or else by the embedded backend, which simulates them.

Scopes: read (see images, jobs and settings), generate (make images), request (also send HTTP requests with your auth profiles, whose
secrets the assistant does not see), admin (also name files of this machine). Every scope includes read.

The command ends when its standard input is closed, and cancels its jobs. Nothing but messages of the protocol is written to standard
output. Nobody can be asked anything: a project that is not trusted is refused until \`pictor trust\` has been run in its folder. The
same tools are at /mcp of \`pictor serve\`, for clients that connect over HTTP.`;

export function addMcpCommand(program: Command, { action }: ProgramContext): void {
  const command = program
    .command("mcp")
    .summary("give Pictor's tools to an assistant or an IDE (MCP)")
    .description("Runs an MCP server on standard input and output, until the input is closed.")
    .option(
      "--scope <scope>",
      "read, generate, request or admin; repeatable (default: generate)",
      appendValue,
    );
  withBackendOption(command)
    .addHelpText("after", help)
    .action(action(async () => (await import("./serve-mcp.js")).serveMcp));
}
