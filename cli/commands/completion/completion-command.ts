// The definition of `completion`, and of the hidden command that its scripts call.

import type { Command } from "commander";
import { exitCode } from "../../base/exit-codes.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { scripts } from "./scripts.js";
import { UsageError } from "../../base/usage-error.js";

const help = `${examples(
  "pictor completion bash >> ~/.bashrc",
  "pictor completion zsh > ~/.zsh/completions/_pictor",
  "pictor completion fish > ~/.config/fish/completions/pictor.fish",
)}

Completes commands, options, and the names of workflows, features, schemes, backends, environments and hooks. The script asks
the command \`pictor\` each time, so that new plugins are completed too.`;

export function addCompletionCommand(program: Command, { streams, end }: ProgramContext): void {
  const shells = Object.keys(scripts).join(", ");
  const completion = program
    .command("completion")
    .summary("print a script that completes commands in a shell")
    .description("Prints a script with which a shell completes commands, options and names.")
    .argument("<shell>", shells)
    .addHelpText("after", help)
    .action((shell: string) => {
      if (!Object.hasOwn(scripts, shell))
        throw new UsageError(
          "USAGE_VALUE",
          `There is no script for the shell "${shell}".`,
          `Known: ${shells}.`,
        );
      streams.stdout.write(scripts[shell as keyof typeof scripts]);
      end(exitCode("finished"));
    });
  completion
    .command("candidates", { hidden: true })
    .description("Prints the completions of the last word, one per line.")
    .argument("[words...]", "the words of the command line after pictor")
    .action(async (words: readonly string[]) => {
      const { candidates } = await import("./candidates.js");
      streams.stdout.write(
        candidates(program, words, streams.env)
          .map((word) => `${word}\n`)
          .join(""),
      );
      end(exitCode("finished"));
    });
}
