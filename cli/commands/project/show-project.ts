// `pictor project show`: the generation request in a project or in the metadata of an image.

import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { readSource } from "../../generation-request/read-source.js";
import { requestLines } from "../../generation-request/request-text.js";
import { runWithTerminal, show } from "../../session/plain-command.js";
import { oneLine } from "../../text/plain-text.js";

export const showProject = (file: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) =>
    show(terminal, await readSource(file), {
      record: (project) => ({ project }),
      print: (source) => {
        terminal.result(requestLines(source, terminal.paintResult, terminal.width).join("\n"));
        for (const note of source.notes) terminal.note(`${terminal.paint.yellow("note:")} ${oneLine(note)}`);
      },
    }),
  );
