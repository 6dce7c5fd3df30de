// `pictor project`: a generation as a file, to be kept, shared, changed by hand, and run with `generate --from`.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf, systemCode } from "@pictor/host";
import { formatProject, type Project } from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { fail, withKernel, type Host } from "../host.js";
import { readAgain } from "../input/again.js";
import { UsageError } from "../input/usage-error.js";
import type { ProjectSaveOptions } from "../options.js";
import { requestLines } from "../output/image-page.js";
import { oneLine } from "../output/plain-text.js";
import { shellWord } from "../output/shell-word.js";
import { createTerminal } from "../output/terminal.js";
import type { Invocation } from "../program.js";
import { requested } from "./requested.js";
import { warnOfProblems } from "./workflow.js";

async function write(file: string, text: string, isForced: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: isForced ? "w" : "wx" });
  } catch (error) {
    const isThere = systemCode(error) === "EEXIST";
    const reason = isThere ? "it exists already" : reasonOf(error);
    const hint = isThere
      ? "Name another file, or replace it with --force."
      : "Name a file that can be written.";
    throw new UsageError("USAGE_FILE", `${file} was not saved: ${reason}.`, hint, error);
  }
}

/** What was given, and no defaults: a project goes on to follow those of its workflow. */
export async function runProjectSave(
  host: Host,
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  { force, ...options }: ProjectSaveOptions,
): Promise<ExitCode> {
  const { terminal } = host;
  warnOfProblems(host);
  const request = await requested(host, workflow, prompt, options);
  const features = request.features.map(({ id, settings = {} }) => ({ id, settings }));
  const project = { ...request, features } as Project;
  await write(file, formatProject(project), force === true);
  if (terminal.json)
    terminal.record({ type: "result", status: "finished", exitCode: 0, path: resolve(file), project });
  else {
    terminal.result(file);
    terminal.note(`To run it: pictor generate --from ${shellWord(file)}`);
  }
  return exitCode("finished");
}

export const saveProject = (
  file: string,
  workflow: string | undefined,
  prompt: string | undefined,
  options: ProjectSaveOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  withKernel(invocation, (host) => runProjectSave(host, file, workflow, prompt, options));

/** Takes an image too: it shows what running that one again would be. */
export async function showProject(file: string, { globals, streams }: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  try {
    const source = await readAgain(file);
    if (terminal.json) {
      terminal.record({ type: "result", status: "finished", exitCode: 0, project: source });
      return exitCode("finished");
    }
    terminal.result(requestLines(source, terminal.paintResult, terminal.width).join("\n"));
    for (const note of source.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
    return exitCode("finished");
  } catch (error) {
    return fail(error, terminal);
  }
}
