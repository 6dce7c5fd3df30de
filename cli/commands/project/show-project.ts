// `pictor project show`: the generation request in a project or in the metadata of an image.

import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { readSource } from "../../generation-request/read-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import { recordFinished } from "../../output/record-finished.js";
import { reportFailure } from "../../output/report-failure.js";
import { createTerminal } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";

export async function showProject(file: string, { globals, streams }: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  try {
    const source = await readSource(file);
    if (terminal.json) return recordFinished(terminal, { project: source });
    terminal.result(requestLines(source, terminal.paintResult, terminal.width).join("\n"));
    for (const note of source.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
    return exitCode("finished");
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
