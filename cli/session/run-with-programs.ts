// Runs a command that needs no configuration and no kernel, but asks the user and starts programs.

import { HostInteraction } from "../interaction/interaction.js";
import { catchInterrupts, stoppingNote } from "../base/interrupts.js";
import type { ExitCode } from "../base/exit-codes.js";
import type { Invocation } from "../base/invocation.js";
import type { Streams } from "../base/streams.js";
import { reportFailure } from "../output/report-failure.js";
import { createTerminal, type Terminal } from "../output/terminal.js";
import { createProgramRunner, type ProgramRunner } from "@pictor/host/user-plugins";

export interface ProgramsHost {
  readonly terminal: Terminal;
  readonly interaction: HostInteraction;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly streams: Streams;
  /** Starts a program; the program ends with the command. */
  readonly run: ProgramRunner["run"];
}

/** Never throws. */
export async function runWithPrograms(
  { globals, streams }: Invocation,
  command: (host: ProgramsHost) => Promise<ExitCode>,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  const interrupted = new AbortController();
  const ended = new AbortController();
  const release = catchInterrupts(process, interrupted, () => terminal.note(stoppingNote));
  const interaction = new HostInteraction(terminal, {
    streams,
    signal: AbortSignal.any([interrupted.signal, ended.signal]),
  });
  const { run, end } = createProgramRunner();
  try {
    return await command({ terminal, interaction, signal: interrupted.signal, streams, run });
  } catch (error) {
    return reportFailure(error, terminal);
  } finally {
    ended.abort();
    await end();
    release();
  }
}
