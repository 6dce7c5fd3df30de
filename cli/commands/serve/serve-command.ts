// The definition of `serve` and `serve tokens`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";

const help = `${examples(
  "pictor serve",
  "pictor serve --port 9000 --origins https://panel.example",
  "pictor serve --comfy 8188=studio",
  "pictor serve --api 7860=a1111",
  "pictor serve --panel gallery",
  "pictor serve --listen 0.0.0.0 --behind-proxy https://pictor.studio.example",
  'pictor serve tokens create "my panel" --scope generate',
)}

The local API offers panels and scripts in any language what the command can do. The command prints its address and, without
--behind-proxy, a token for this run; a program sends the token as Authorization: Bearer TOKEN. docs/api.md describes the routes, and
the server itself serves their description at /v1/openapi.json. Ctrl-C cancels the running jobs and ends the server. With
--detach, jobs that a backend has accepted continue there, and the next \`pictor serve\` follows them to their ends. With --watch,
plugins in your pluginDirectories and in your plugin folder are reloaded when their files change, once no job is running.`;

const tokensHelp = `${examples(
  'pictor serve tokens create "my panel" --scope generate',
  "pictor serve tokens set 3f2a --waiting 20",
)}

Scopes: read (see everything), generate (jobs), request (send requests with your profiles), admin (everything, also
settings and files of this machine). A token without read or admin sees and cancels only its own jobs, and sees only its own images. A submission
beyond the quota of a token is refused with 429; --running refuses nothing, and lets prompts wait. Where a token has no limit, the
limit in the configuration (server.quota) applies.`;

const withQuotaOptions = (command: Command): Command =>
  command
    .option("--waiting <n>", "maximum number of prompts under its name that wait")
    .option("--unfinished <n>", "maximum number of prompts under its name that wait or run")
    .option(
      "--running <n>",
      "maximum number of prompts under its name that run at the same time; the others wait",
    )
    .option("--submissions-per-minute <n>", "maximum number of submissions under its name in a minute")
    .option(
      "--priority <priority>",
      "a priority that the token may choose: high, normal or low; repeatable",
      appendValue,
    );

function addTokensCommand(serve: Command, { action, actionWithoutOptions }: ProgramContext): void {
  const tokens = serve
    .command("tokens")
    .summary("tokens that outlive the server")
    .description("Creates, changes, lists and revokes tokens that outlive the server.")
    .addHelpText("after", tokensHelp);
  withQuotaOptions(
    tokens
      .command("create")
      .summary("create a token")
      .description("Creates a token, and shows it once.")
      .addHelpText("after", examples('pictor serve tokens create "my panel" --scope generate'))
      .argument("<name>", "name for the list, such as that of the panel")
      .option(
        "--scope <scope>",
        "read, generate, request or admin; repeatable (default: generate)",
        appendValue,
      ),
  ).action(action(async () => (await import("./tokens.js")).createToken));
  withQuotaOptions(
    tokens
      .command("set")
      .summary("replace the quota of a token")
      .description("Replaces the quota of a token; without options, the quota of the configuration applies.")
      .addHelpText("after", examples("pictor serve tokens set 3f2a --waiting 20"))
      .argument("<id>", "id of a token, or a prefix that matches only one token"),
  ).action(action(async () => (await import("./tokens.js")).setToken));
  tokens
    .command("list")
    .summary("list the tokens")
    .description("Lists the tokens, without their texts.")
    .addHelpText("after", examples("pictor serve tokens list"))
    .action(actionWithoutOptions(async () => (await import("./tokens.js")).listTokens));
  tokens
    .command("revoke")
    .summary("revoke a token")
    .description("Revokes a token.")
    .addHelpText("after", examples("pictor serve tokens revoke 3f2a"))
    .argument("<id>", "id of a token, or a prefix that matches only one token")
    .action(actionWithoutOptions(async () => (await import("./tokens.js")).revokeToken));
}

export function addServeCommand(program: Command, context: ProgramContext): void {
  const serve = withRules(program.command("serve"), { option: "--yes", needs: "--panel" })
    .summary("serve the local API for panels and scripts")
    .description("Serves the local API until Ctrl-C.")
    .option("--port <n>", "port; 0 picks a free one (default: 8190)")
    .option("--listen <address>", "address to listen on, with --behind-proxy (default: 127.0.0.1)")
    .option(
      "--behind-proxy <origin>",
      "public origin of a TLS proxy in front of the server; repeatable",
      appendValue,
    )
    .option(
      "--origins <origin>",
      "let pages of this origin use the API and its ports; repeatable",
      appendValue,
    )
    .option(
      "--comfy <port=backend>",
      "serve the ComfyUI of a backend on this port, only to this machine and without a token; repeatable",
      appendValue,
    )
    .option(
      "--api <port=id>",
      "serve the API of a plugin on this port, only to this machine and without a token; repeatable",
      appendValue,
    )
    .option(
      "--panel <id>",
      "serve the panel of a plugin on a port of its own, as ID or ID=PORT; repeatable",
      appendValue,
    )
    .option("--access-log <file>", "append a line of JSON for each request to this file")
    .option("--no-request-history", "do not keep the requests that panels send")
    .option("--detach", "when the server ends, leave the running jobs on their backends")
    .option("--watch", "reload plugins when their files change")
    .option("--yes", "grant the scopes that the panels ask for")
    .addHelpText("after", help)
    .action(context.action(async () => (await import("./serve-api.js")).serveApi));
  addTokensCommand(serve, context);
}
