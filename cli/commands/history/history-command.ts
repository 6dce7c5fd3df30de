// The definitions of `history`, of the changes of saved images, and of `history clear`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import type { HistoryChange } from "./change-images.js";

const help = {
  history: `${examples(
    "pictor history",
    'pictor history --search "red fox" --workflow txt2img --limit 50',
    "pictor history --starred",
    "pictor history --json | jq -r '.history[].path'",
  )}

The journal is a file on this machine, written by the plugin output-journal; nothing is sent anywhere. An image
with a star is marked with *. Galleries that use \`pictor serve\` show the same stars and the same trash.`,
  clear: examples("pictor history clear", "pictor history clear --yes"),
};

const changes: Readonly<Record<HistoryChange, readonly [summary: string, description: string]>> = {
  star: ["give images a star", "Gives saved images a star."],
  unstar: ["take the star away from images", "Takes the star away from saved images."],
  delete: [
    "move images to the trash",
    "Moves saved images to the folder `trash` beside the journal. `pictor history --deleted` lists them; nothing empties that folder.",
  ],
  restore: [
    "move images from the trash back",
    "Moves images from the trash back to where they were. A file that has taken the place of one is kept.",
  ],
};

export function addHistoryCommand(program: Command, { action, actionWithoutOptions }: ProgramContext): void {
  const history = program
    .command("history")
    .summary("list what was generated on this machine, newest first")
    .description(
      "Saved outputs from the journal of this machine: time, workflow, seed, prompt and file, newest first.",
    )
    .option(
      "--search <text>",
      "words that the prompts, the model or the workflow must contain; repeatable",
      appendValue,
    )
    .option("--workflow <id>", "only outputs of this workflow")
    .option("--starred", "only images with a star")
    .option("--deleted", "the images in the trash")
    .option("--limit <n>", "number of entries to show (default: 20)")
    .addHelpText("after", help.history)
    .action(action(async () => (await import("./show-history.js")).showHistory));
  for (const [name, [summary, description]] of Object.entries(changes) as [
    HistoryChange,
    readonly [string, string],
  ][])
    history
      .command(name)
      .summary(summary)
      .description(description)
      .argument("<id...>", "id of an image, or a prefix that matches only one image")
      .addHelpText(
        "after",
        examples(`pictor history ${name} 3f2a91c0`, `pictor history ${name} 3f2a91c0 77b1`),
      )
      .action(
        actionWithoutOptions(async () =>
          (await import("./change-images.js")).changeImages.bind(undefined, name),
        ),
      );
  history
    .command("clear")
    .summary("empty the journal, after asking")
    .description("Empties the journal, after asking. The images and their metadata stay.")
    .option("--yes", "do not ask")
    .addHelpText("after", help.clear)
    .action(action(async () => (await import("./clear-history.js")).clearHistory));
}
