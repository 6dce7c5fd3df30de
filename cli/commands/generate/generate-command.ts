// The definition of `generate`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withPreset, withWorkflow } from "../../definition/workflow-options.js";

const help = `${examples(
  "pictor generate txt2img --example --backend embedded",
  'pictor generate txt2img "a red fox" --seed 7 --count 4 --set width=768 --set cfg=6.5',
  'pictor generate txt2img "a red fox" --json | jq -r \'select(.type == "output").path\'',
  'pictor generate txt2img "a red fox" --backend studio --detach',
  'pictor generate txt2img "a red fox" --backend farm --priority low --count 50',
  'pictor generate --from fox.png --prompt "a grey fox" --set steps=40',
  "pictor generate --preset portrait --count 4 --in 2h --retry out-of-memory=2",
)}

Paths of saved files go to stdout, everything else to stderr.
The first Ctrl-C cancels the job and waits until the backend has confirmed it; the second one exits at once, and the
server may continue the job. With --detach the command submits and exits: stdout has only the job's id, one line for each
batch, and \`pictor jobs watch\` saves the images. That needs a server that keeps running, such as \`pictor backend serve\`.
--from takes everything that an image or project records, including its seed. Options override it; a feature with the
same id is replaced, and settings that this version does not know are left out with a note.

A backend with a queue of its own, such as a pool, serves its owners in turn. The owner of these jobs is the value of
PICTOR_OWNER, else the name of the user of this machine.`;

export function addGenerateCommand(program: Command, { streams, action }: ProgramContext): void {
  withRules(
    withPreset(withWorkflow(program.command("generate"), streams)),
    { option: "--detach", excludes: ["--save-text", "--retry"] },
    { option: "--at", excludes: ["--in"] },
  )
    .summary("make images with a workflow and save them")
    .description("Builds the workflow's graph, checks it, runs it on a backend and saves the outputs.")
    .option("--out <folder>", "where to save (default: outputs.directory of the configuration, else outputs)")
    .option("--detach", "submit, print the job's id and exit; the server continues the job")
    .option(
      "--priority <level>",
      "high, normal or low, for a backend with a queue of its own (default: normal)",
    )
    .option("--at <time>", "begin at this time: 18:30, or 2026-08-31T18:30")
    .option("--in <duration>", "begin after this time: 90s, 30m, 2h or 1d")
    .option(
      "--retry <failure=attempts...>",
      "try a batch again: out-of-memory=2 (after 10 s and 20 s), lost=1 (although the batch may have run)",
    )
    .option("--save-text", "save the texts that nodes display, too")
    .option("--yes", "answer the questions of plugins so that the generation continues")
    .addHelpText("after", help)
    .action(action(async () => (await import("./generate.js")).generate));
}
