// The functions of commands that work with a host, as the program calls them.

import type { ExitCode } from "../base/exit-codes.js";
import type { Invocation } from "../base/invocation.js";
import type { CommandHost, HostOptions } from "./command-host.js";
import type { ConfirmOptions } from "./confirm.js";

type Run<Given extends readonly unknown[]> = (
  host: CommandHost,
  ...given: Given
) => Promise<ExitCode> | ExitCode;

/**
 * The function of a command that opens a host, with the options that its arguments decide, and runs `run` with it.
 * Never rejects.
 */
export const hostedCommand =
  <Given extends readonly unknown[]>(
    run: Run<Given>,
    optionsOf: (...given: Given) => Omit<HostOptions, keyof Invocation> = () => ({}),
  ) =>
  async (...all: [...Given, Invocation]): Promise<ExitCode> => {
    // The help of a command needs no host.
    const { runWithHost } = await import("./command-host.js");
    const invocation = all.at(-1) as Invocation;
    const given = all.slice(0, -1) as unknown as Given;
    return runWithHost({ ...invocation, ...optionsOf(...given) }, (host) => run(host, ...given));
  };

/**
 * As `hostedCommand`, for a command whose option `--yes` answers the questions of plugins, too. The last argument has
 * its options.
 */
export const hostedCommandWithYes = <Given extends readonly [...unknown[], ConfirmOptions]>(
  run: Run<Given>,
) => hostedCommand(run, (...given) => ({ yes: (given.at(-1) as ConfirmOptions).yes === true }));
