// The definition of `request`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import { withRules, type OptionRule } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";

const help = `${examples(
  "pictor request GET https://api.example.org/me --auth work",
  "pictor request POST https://api.example.org/items -H 'Content-Type: application/json' -d '{\"name\": \"a\"}'",
  "pictor request PUT https://api.example.org/blob -d @blob.bin --include --show-sent",
  "pictor request GET https://api.example.org/report -o report.pdf --timeout 20 --max-bytes 50m",
  'pictor request --curl "curl -u me:pw https://api.example.org/me" --save work',
  "pbpaste | pictor request --curl -",
)}

-d adds no header except Content-Length: give the Content-Type with -H.
--curl takes a command as browsers and manuals print it. Its -u, its Authorization header (Basic, Bearer) and a user name in
the address become credentials. --save keeps them as a profile for that origin, with its secrets in the secret store.
As with curl, a redirect is followed only where the command has -L, and is the reply otherwise. An option that has no place in a request, such as -k and -x,
is left out with a note.
A reply with any status is a result (exit code 0), except 401 and 407 (exit code 8). Without --include and
--json, a status other than 200 is printed to stderr.`;

const rules: readonly OptionRule[] = [
  { option: "--force", needs: ["--output", "--curl"] },
  {
    option: "--save",
    needs: "--curl",
    hint: "Create a profile with `pictor auth set`, and name it with --auth.",
  },
  { option: "--save", excludes: ["--auth"] },
  { option: "--curl", excludes: ["--header", "--data"], hint: "Write it into the curl command." },
  {
    option: "--curl",
    excludes: ["--redirect-trusted", "--redirect-keep-post"],
    hint: "Write --location-trusted, --post301, --post302 or --post303 into the curl command.",
  },
  { option: "--no-redirect", excludes: ["--redirect-trusted", "--redirect-keep-post"] },
];

export function addRequestCommand(program: Command, { action }: ProgramContext): void {
  withRules(program.command("request"), ...rules)
    .summary("send one authenticated HTTP request")
    .description("Sends one request through the plugins; the reply's body goes to stdout.")
    .argument("[method]", "GET, POST, ...")
    .argument("[url]", "absolute address, http or https")
    .option("-H, --header <name:value>", "a header; repeatable", appendValue)
    .option("-d, --data <text>", "the body: text, @file, or @- for standard input")
    .option("--auth <profile>", "auth profile of the configuration (default: none)")
    .option(
      "--curl <command>",
      "a copied curl command instead of METHOD and URL; - reads the command from standard input",
    )
    .option("--save <name>", "keep the credentials of the --curl command as a profile")
    .option("--include", "print status and headers before the body")
    .option("--show-sent", "print the requests as sent, without credentials, to stderr")
    .option("-o, --output <file>", "save the body to a file, complete or not at all")
    .option("--force", "let --output replace a file")
    .option("--timeout <seconds>", "time limit until the reply begins (default: 300)")
    .option("--max-bytes <n>", "size limit of the reply's body, such as 500k or 10m (default: no limit)")
    .option("--compressed <true|false>", "ask for a compressed reply and decompress it (default: true)")
    .option("--no-redirect", "show a redirect as the reply instead of following it")
    .option("--redirect-trusted", "send the credentials also to other origins that redirects lead to")
    .option("--redirect-keep-post <statuses>", "keep POST after these redirects: 301,302,303")
    .option("--no-cookies", "send and keep none of the cookies that `pictor cookies` keeps")
    .addHelpText("after", help)
    .action(action(async () => (await import("./send-request.js")).request));
}
