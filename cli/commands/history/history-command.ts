// The definitions of `history` and of `history clear`; `star`, `unstar`, `delete` and `restore`.

import { refusalText, type ChangeResult, type SavedImage, type SavedImages } from "@pictor/features/gallery";
import type { Command } from "commander";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import { chooseId } from "../../input/choose-id.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { configurationOf } from "../../session/command-host.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { journalPath, withJournal } from "./journal.js";

/** A change of saved images, which galleries show too. */
interface Change {
  readonly summary: string;
  readonly description: string;
  /** The end of the line that is printed for each image. */
  readonly done: string;
  run(images: SavedImages, ids: readonly string[]): Promise<ChangeResult>;
}

const changes: Readonly<Record<string, Change>> = {
  star: {
    summary: "give images a star",
    description: "Gives saved images a star.",
    done: "has a star",
    run: (images, ids) => images.star(ids, true),
  },
  unstar: {
    summary: "remove the star from images",
    description: "Removes the star from saved images.",
    done: "has no star",
    run: (images, ids) => images.star(ids, false),
  },
  delete: {
    summary: "move images to the trash",
    description:
      "Moves saved images to the folder `trash` beside the journal. `pictor history --deleted` lists them; nothing empties that folder.",
    done: "is in the trash",
    run: (images, ids) => images.remove(ids),
  },
  restore: {
    summary: "move images back from the trash",
    description: "Moves images from the trash back to where they were. A file that is there by now is kept.",
    done: "is restored",
    run: (images, ids) => images.restore(ids),
  },
};

const words = {
  plural: "images",
  none: [
    "No image has an id",
    "`pictor history` lists the images, and `pictor history --deleted` those in the trash.",
  ],
} as const;

async function changeImages(
  { run, done }: Change,
  typed: readonly string[],
  { globals, streams }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const { values } = await configurationOf({ globals, streams });
  const path = journalPath(values, streams.env);
  const changed = await withJournal(path, async (images): Promise<readonly SavedImage[]> => {
    const all = await images.ids();
    const ids = typed.map((text) => chooseId(all, text, words));
    const result = await run(images, ids);
    if (result.kind === "changed") return result.images;
    throw new UsageError("USAGE_VALUE", `${refusalText(result)}.`, "`pictor history` shows the image.");
  });
  if (terminal.json) {
    const history = changed.map(({ id, entry, starred, deleted }) => ({ ...entry, id, starred, deleted }));
    return finished(terminal, { path, history });
  }
  for (const { id, entry } of changed) terminal.result(`${id}: ${oneLine(homePath(entry.path))} ${done}`);
  return exitCode("finished");
}

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
  for (const [name, change] of Object.entries(changes))
    history
      .command(name)
      .summary(change.summary)
      .description(change.description)
      .argument("<id...>", "id of an image, or a prefix that matches only one image")
      .addHelpText(
        "after",
        examples(`pictor history ${name} 3f2a91c0`, `pictor history ${name} 3f2a91c0 77b1`),
      )
      .action(
        actionWithoutOptions(
          () => (ids: readonly string[], invocation: Invocation) =>
            runWithTerminal(invocation, (terminal) => changeImages(change, ids, invocation, terminal)),
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
