// The definitions of `history` and `history clear`.

import type { Command } from "commander";
import { UsageError } from "../../base/usage-error.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { appendValue } from "../../definition/repeatable.js";
import type { ConfirmOptions } from "../../session/confirm.js";
import type { HistoryOptions } from "./show-history.js";

const help = {
  history: `${examples(
    "pictor history",
    'pictor history --search "red fox" --workflow txt2img --limit 50',
    "pictor history --json | jq -r '.history[].path'",
  )}

The journal is a file on this machine, written by the plugin output-journal; nothing is sent anywhere.`,
  clear: examples("pictor history clear", "pictor history clear --yes"),
};

const refuseFilter = (option: string): UsageError =>
  new UsageError(
    "USAGE_OPTION",
    `history clear empties the whole journal; --${option} only filters what history shows.`,
    "Leave it out; nothing was removed.",
  );

export function addHistoryCommand(program: Command, { streams, end }: ProgramContext): void {
  const history = program
    .command("history")
    .summary("list what was generated on this machine, newest first")
    .description(
      "Saved outputs from the journal of this machine: time, workflow, seed, prompt and file, newest first.",
    )
    .option("--search <text>", "words that the prompts must contain; repeatable", appendValue)
    .option("--workflow <id>", "only outputs of this workflow")
    .option("--limit <n>", "number of entries to show (default: 20)")
    .addHelpText("after", help.history)
    .action(async (options: HistoryOptions, command: Command) => {
      const { showHistory } = await import("./show-history.js");
      end(await showHistory(options, { globals: command.optsWithGlobals(), streams }));
    });
  history
    .command("clear")
    .summary("empty the journal, after asking")
    .description("Empties the journal, after asking. The images and their metadata stay.")
    .option("--yes", "do not ask")
    .addHelpText("after", help.clear)
    .action(async (options: ConfirmOptions, command: Command) => {
      // Commander assigns the options of `history` to the parent command, even when they follow `clear`.
      const [filter] = Object.keys(history.opts());
      if (filter !== undefined) throw refuseFilter(filter);
      const { clearHistory } = await import("./clear-history.js");
      end(await clearHistory(options, { globals: command.optsWithGlobals(), streams }));
    });
}
