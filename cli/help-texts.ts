// The teaching half of the help: examples and notes under the options of each command.

import { exitCodes } from "./exit-codes.js";
import { table } from "./output/table.js";

const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;

const codeTable = table(
  exitCodes.map(({ code, meaning }) => [String(code), meaning]),
  "  ",
);

export const helpTexts = {
  program: `${examples(
    "pictor generate txt2img --example --backend embedded",
    'pictor generate txt2img "a red fox in the snow" --set steps=30 --out fox',
    "pictor request GET https://api.example.org/me --auth work",
  )}

Exit codes:
${codeTable}`,
  generate: `${examples(
    "pictor generate txt2img --example --backend embedded",
    'pictor generate txt2img "a red fox" --seed 7 --count 4 --set width=768 --set cfg=6.5',
    'pictor generate txt2img "a red fox" --json | jq -r \'select(.type == "output").path\'',
  )}

Paths of saved files go to stdout, everything else to stderr.
A workflow's own settings: pictor generate <workflow> --help`,
  graph: examples(
    "pictor graph txt2img --example --backend embedded > graph.json",
    'pictor graph txt2img "a red fox" --seed 7 --set sampler=euler',
  ),
  request: `${examples(
    "pictor request GET https://api.example.org/me --auth work",
    "pictor request POST https://api.example.org/items -H 'Content-Type: application/json' -d '{\"name\": \"a\"}'",
    "pictor request PUT https://api.example.org/blob -d @blob.bin --include --show-sent",
  )}

Nothing is added for -d but its length: name the Content-Type yourself.
A reply of any status is a result (exit code 0), except 401 and 407 (exit code 8).`,
  plugins: examples(
    "pictor plugins list",
    "pictor plugins inspect workflow-txt2img",
    "pictor plugins validate ./my-plugin",
  ),
  list: examples("pictor plugins list", "pictor plugins list --json"),
  inspect: examples("pictor plugins inspect workflow-txt2img", "pictor plugins inspect --hook beforeSend"),
  validate: examples("pictor plugins validate ./my-plugin", "pictor plugins validate plugins/*"),
  backend: examples("pictor backend list", "pictor backend status", "pictor backend status embedded"),
  backendList: examples("pictor backend list", "pictor backend list --config studio.json --json"),
  backendStatus: examples("pictor backend status", "pictor backend status embedded"),
} as const;
