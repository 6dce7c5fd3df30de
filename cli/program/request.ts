// The definition of `request`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type { RequestOptions } from "../options.js";
import type { ProgramOptions } from "../program.js";
import { collect } from "./collect.js";

export function addRequest(program: Command, { streams, end }: ProgramOptions): void {
  program
    .command("request")
    .summary("send one authenticated HTTP request")
    .description("Sends one request through the plugins; the reply's body goes to stdout.")
    .argument("[method]", "GET, POST, ...")
    .argument("[url]", "absolute address, http or https")
    .option("-H, --header <name:value>", "a header; repeatable", collect)
    .option("-d, --data <text>", "the body: a text, @file, or @- for what is piped in")
    .option("--auth <profile>", "auth profile of the configuration (default: none)")
    .option(
      "--curl <command>",
      "a copied curl command in place of METHOD and URL; - reads it from standard input",
    )
    .option("--save <name>", "keep the credentials of the --curl command as a profile")
    .option("--include", "status and headers before the body")
    .option("--show-sent", "what was really sent, credentials removed, on stderr")
    .option("-o, --output <file>", "save the body, whole or not at all")
    .option("--force", "let --output replace a file")
    .option("--timeout <seconds>", "until the reply begins (default: 300)")
    .option("--max-bytes <n>", "of the reply's body, also 500k, 10m (default: no limit)")
    .option("--no-redirect", "fail instead of following a redirect")
    .addHelpText("after", helpTexts.request)
    .action(
      async (
        method: string | undefined,
        url: string | undefined,
        options: RequestOptions,
        command: Command,
      ) => {
        const { request } = await import("../commands/request.js");
        const words = [method, url].filter((word) => word !== undefined);
        end(await request(words, options, { globals: command.optsWithGlobals(), streams }));
      },
    );
}
