// The definition of `panel`: `serve` with the built-in panel, opened in the browser.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import { parsePort } from "../../input/whole-number.js";
import type { ServeApiOptions } from "../serve/serve-plan.js";

/**
 * The default port of the panel is fixed, because the browser stores drafts for each origin, which includes the port.
 */
const panelPort = 8191;

const help = `${examples(
  "pictor panel",
  "pictor panel --no-browser",
  "pictor panel --port 0 --api-port 0",
  "pictor panel --comfy 8188=studio",
)}

Without a configuration, the panel uses the embedded backend, or a ComfyUI on this machine if one is running. Enter opens the page again:
its address works once, within a minute. Ctrl-C cancels the running jobs and ends the server; with --detach, the jobs continue.`;

interface PanelOptions extends Pick<
  ServeApiOptions,
  "comfy" | "api" | "origins" | "detach" | "accessLog" | "browser" | "watch"
> {
  readonly port?: string;
  readonly apiPort?: string;
}

const portText =
  (option: string) =>
  (text: string): string =>
    String(parsePort(text, { option, fallback: 0 }));

export function addPanelCommand(program: Command, { streams, end }: ProgramContext): void {
  program
    .command("panel")
    .summary("open the panel in the browser")
    .description("Serves the local API and the web panel until Ctrl-C, and opens the panel in the browser.")
    .option("--port <n>", `port of the panel; 0 picks a free one (default: ${panelPort})`, portText("--port"))
    .option(
      "--api-port <n>",
      "port of the local API; 0 picks a free one (default: 8190)",
      portText("--api-port"),
    )
    .option("--no-browser", "print the address instead of opening a browser")
    .option("--comfy <port=backend>", "as for `pictor serve`; repeatable", appendValue)
    .option("--api <port=id>", "as for `pictor serve`; repeatable", appendValue)
    .option(
      "--origins <origin>",
      "let pages of this origin use the API and its ports; repeatable",
      appendValue,
    )
    .option("--access-log <file>", "append a line of JSON for each request to this file")
    .option("--detach", "when the server ends, leave the running jobs on their backends")
    .option("--watch", "reload plugins when their files change")
    .addHelpText("after", help)
    .action(async ({ port = String(panelPort), apiPort, ...rest }: PanelOptions, command: Command) => {
      const { serveApi } = await import("../serve/serve-api.js");
      const options: ServeApiOptions = {
        ...rest,
        panel: [`web=${port}`],
        opens: "web",
        ...(apiPort !== undefined && { port: apiPort }),
      };
      end(await serveApi(options, { globals: command.optsWithGlobals(), streams }));
    });
}
