// `project save` and `show`.

import { formatProject, type Project } from "@pictor/image-metadata";
import type { Command } from "commander";
import { resolve } from "node:path";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { withWorkflowOptions, type WorkflowOptions } from "../../definition/workflow-options.js";
import { readSource } from "../../generation-request/read-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import { resolveSavedRequest } from "../../generation-request/resolve-request.js";
import { finished } from "../../output/finished.js";
import { requireWritableTarget, saveFile } from "../../output/save-file.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { runWithTerminal, show } from "../../session/plain-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";

interface ProjectSaveOptions extends WorkflowOptions {
  readonly force?: true;
}

/** Saves only the given settings; all others keep following the defaults of the workflow. */
async function saveProject(
  host: CommandHost,
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  { force, ...options }: ProjectSaveOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfPluginProblems(host);
  const { backend: _backend, ...request } = await resolveSavedRequest(host, workflow, prompt, options);
  const features = request.features.map(({ id, settings = {} }) => ({ id, settings }));
  const project = { ...request, features } as Project;
  await requireWritableTarget(file, force === true);
  await saveFile([Buffer.from(formatProject(project))], file, force === true);
  if (terminal.json) return finished(terminal, { path: resolve(file), project });
  terminal.result(file);
  terminal.note(`To run it: pictor generate --from ${shellWord(file)}`);
  return exitCode("finished");
}

const showProject = (file: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) =>
    show(terminal, await readSource(file), {
      record: (project) => ({ project }),
      print: (source) => {
        terminal.result(requestLines(source, terminal.paintResult, terminal.width).join("\n"));
        for (const note of source.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
      },
    }),
  );

const help = {
  project: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png",
    "pictor generate --from fox.json --count 4",
  ),
  save: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png --force",
  ),
  show: examples("pictor project show fox.json", "pictor project show fox.json --json"),
};

export function addProjectCommand(
  program: Command,
  { streams, action, actionWithoutOptions }: ProgramContext,
): void {
  const project = program
    .command("project")
    .summary("keep a generation as a file")
    .description("A generation as a file: save one, show one. `pictor generate --from FILE` runs it.")
    .addHelpText("after", help.project);
  const save = project
    .command("save")
    .argument("<file>", "where to save, such as fox.json")
    .argument("[workflow]", "id of a workflow; not needed with --from");
  withWorkflowOptions(save, streams, { workflowIndex: 1, needsBackend: false })
    .summary("save a workflow and its settings")
    .description(
      "Writes the request that generate would run. An existing file is kept unless --force is given.",
    )
    .option("--force", "replace an existing file")
    .addHelpText("after", help.save)
    .action(action(() => hostedCommand(saveProject)));
  project
    .command("show")
    .summary("show what a project or an image asks for")
    .description("Workflow, prompts, settings and features of a project, or of an image.")
    .argument("<file>", "a project or an image")
    .addHelpText("after", help.show)
    .action(actionWithoutOptions(() => showProject));
}
