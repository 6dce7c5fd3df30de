// The definitions of `inspect`, `project ...` and `history ...`: what was made, and how.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import { UsageError } from "../input/usage-error.js";
import type {
  HistoryClearOptions,
  HistoryOptions,
  InspectImageOptions,
  ProjectSaveOptions,
} from "../options.js";
import type { ProgramOptions } from "../program.js";
import { collect } from "./collect.js";
import { withWorkflowOptions } from "./generation.js";

function addProject(program: Command, { streams, end }: ProgramOptions): void {
  const project = program
    .command("project")
    .description("A generation as a file: save one, show one. `pictor generate --from FILE` runs it.");
  project.summary("keep a generation as a file").addHelpText("after", helpTexts.project);
  withWorkflowOptions(
    project
      .command("save")
      .argument("<file>", "where to save, such as fox.json")
      .argument("[workflow]", "id of a workflow; not needed with --from"),
    streams,
    1,
  )
    .summary("save a workflow, settings and features")
    .description("Writes what generate would be told. A file that exists is kept.")
    .option("--force", "replace a file that exists")
    .addHelpText("after", helpTexts.projectSave)
    .action(
      async (
        file: string,
        workflow: string | undefined,
        prompt: string | undefined,
        options: ProjectSaveOptions,
        command: Command,
      ) => {
        const { saveProject } = await import("../commands/project.js");
        end(
          await saveProject(file, workflow, prompt, options, { globals: command.optsWithGlobals(), streams }),
        );
      },
    );
  project
    .command("show")
    .summary("show what a project or an image asks for")
    .description("Workflow, prompts, settings and features of a project, or of an image.")
    .argument("<file>", "a project or an image")
    .addHelpText("after", helpTexts.projectShow)
    .action(async (file: string, _options: object, command: Command) => {
      const { showProject } = await import("../commands/project.js");
      end(await showProject(file, { globals: command.optsWithGlobals(), streams }));
    });
}

const wholeJournal = (choice: string): UsageError =>
  new UsageError(
    "USAGE_OPTION",
    `history clear empties the whole journal; --${choice} is for looking at it.`,
    "Leave it out; nothing was removed.",
  );

function addHistory(program: Command, { streams, end }: ProgramOptions): void {
  const history = program
    .command("history")
    .summary("what was made here, newest first")
    .description(
      "Saved outputs from the journal of this machine: time, workflow, seed, prompt and file, newest first.",
    )
    .option("--search <text>", "words that a prompt must have; repeatable", collect)
    .option("--workflow <id>", "of this workflow alone")
    .option("--limit <n>", "how many to show (default: 20)")
    .addHelpText("after", helpTexts.history)
    .action(async (options: HistoryOptions, command: Command) => {
      const { showHistory } = await import("../commands/history.js");
      end(await showHistory(options, { globals: command.optsWithGlobals(), streams }));
    });
  history
    .command("clear")
    .summary("empty the journal; asks before")
    .description("Empties the journal; asks before. The images stay, and what they say of themselves.")
    .option("--yes", "do not ask")
    .addHelpText("after", helpTexts.historyClear)
    .action(async (options: HistoryClearOptions, command: Command) => {
      // Commander gives them to the command above, wherever they stand.
      const [choice] = Object.keys(history.opts());
      if (choice !== undefined) throw wholeJournal(choice);
      const { clearHistory } = await import("../commands/history-clear.js");
      end(await clearHistory(options, { globals: command.optsWithGlobals(), streams }));
    });
}

export function addImages(program: Command, options: ProgramOptions): void {
  const { streams, end } = options;
  program
    .command("inspect")
    .summary("show what an image says of how it was made")
    .description(
      "Format, size and records of an image: prompts, settings, features, backend; and how to run it again.",
    )
    .argument("<image>", "a PNG, WebP or JPEG file")
    .option("--raw <key>", "one of its texts as it is, such as parameters, prompt or pictor")
    .addHelpText("after", helpTexts.inspectImage)
    .action(async (path: string, given: InspectImageOptions, command: Command) => {
      const { inspectImage } = await import("../commands/inspect.js");
      end(await inspectImage(path, given, { globals: command.optsWithGlobals(), streams }));
    });
  addProject(program, options);
  addHistory(program, options);
}
