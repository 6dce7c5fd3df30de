// The part of the program that the definitions of commands use.

import { ownVariables } from "@pictor/host/records";
import type { Command } from "commander";
import type { ExitCode } from "../base/exit-codes.js";
import type { Invocation } from "../base/invocation.js";
import type { Streams } from "../base/streams.js";

type Run<Given extends readonly unknown[]> = (
  ...given: [...Given, Invocation]
) => Promise<ExitCode> | ExitCode;
/** The function of a command, or what imports it when the command runs. */
type Load<Given extends readonly unknown[]> = () => Promise<Run<Given>> | Run<Given>;
type Action = (...given: unknown[]) => Promise<void>;

/** Whether a variable has a name like those that Pictor reads. */
const isOther = (name: string): boolean =>
  /^pictor_/i.test(name) && !(ownVariables as readonly string[]).includes(name);

export class ProgramContext {
  readonly streams: Streams;
  /** Receives the exit code of the command that ran. */
  readonly end: (code: ExitCode) => void;

  constructor({ streams, end }: Pick<ProgramContext, "streams" | "end">) {
    this.streams = streams;
    this.end = end;
  }

  /** Runs a function with the arguments and the options of a command. */
  readonly action =
    <Given extends readonly unknown[]>(load: Load<Given>): Action =>
    (...given) =>
      this.#run(load, given, given.slice(0, -1) as [...Given]);

  /** Runs a function with the arguments of a command that has no options of its own. */
  readonly actionWithoutOptions =
    <Given extends readonly unknown[]>(load: Load<Given>): Action =>
    (...given) =>
      this.#run(load, given, given.slice(0, -2) as [...Given]);

  /** `given` is what commander gives: the arguments, the options, the command. */
  async #run<Given extends readonly unknown[]>(load: Load<Given>, given: unknown[], passed: [...Given]) {
    const run = await load();
    const globals = (given.at(-1) as Command).optsWithGlobals();
    if (Object.keys(this.streams.env).some(isOther)) {
      const { warnOfVariables } = await import("../session/misspelt-variables.js");
      warnOfVariables(this.streams, globals);
    }
    this.end(await run(...passed, { globals, streams: this.streams }));
  }
}
