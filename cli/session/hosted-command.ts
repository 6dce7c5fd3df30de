// The functions of commands that work with a host, as the program calls them.

import type { ExitCode } from "../base/exit-codes.js";
import type { Invocation } from "../base/invocation.js";
import { runWithHost, type CommandHost } from "./command-host.js";

/** The function of a command that opens a host and runs `run` with it. Never rejects. */
export const hostedCommand =
  <Given extends readonly unknown[]>(run: (host: CommandHost, ...given: Given) => Promise<ExitCode>) =>
  (...given: [...Given, Invocation]): Promise<ExitCode> => {
    const invocation = given.at(-1) as Invocation;
    return runWithHost(invocation, (host) => run(host, ...(given.slice(0, -1) as unknown as Given)));
  };
