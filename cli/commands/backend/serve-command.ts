// The definition of `backend serve`.

import { Option, type Command } from "commander";
import { UsageError } from "../../base/usage-error.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { backendHelp } from "./backend-help.js";
import { ignoredArguments } from "./serve-ignored.js";
import type { ServeOptions } from "./serve-plan.js";

/**
 * Levels of ComfyUI's `--verbose DEBUG`. Here `--verbose` is a global option without a value, so commander parses the level
 * as an operand, or as the value of a preceding option whose value is optional.
 */
const levels: readonly unknown[] = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
const withoutLevel = <T>(value: T): T | true => (levels.includes(value) ? true : value);

export function addServeCommand(backend: Command, { streams, end }: ProgramContext): void {
  const serve = backend
    .command("serve")
    .summary("run the embedded server until Ctrl-C")
    .description("Runs the embedded server, ComfyUI-compatible with a simulated sampler, until Ctrl-C.")
    .option("--port <n>", "port; 0 picks a free one (default: 8188)")
    .option("--listen [address]", "address to listen on (default: 127.0.0.1; without a value: all)")
    .option("--directory <folder>", "folder of output, input, temp and user (default: a temporary one)")
    .addOption(new Option("--base-directory <folder>", "ComfyUI's name of --directory").hideHelp())
    .option("--output-directory <folder>", "folder for outputs, instead of output in --directory")
    .option("--input-directory <folder>", "folder for inputs, instead of input in --directory")
    .option("--temp-directory <folder>", "parent folder of temp, instead of --directory; temp is emptied")
    .option("--front-end-root <folder>", "serve ComfyUI's front end, or another one, from this folder")
    .option("--max-upload-size <MB>", "largest request body (default: 100)")
    .option("--preview-method <method>", "none, auto, latent2rgb or taesd (default: auto)")
    .option("--enable-cors-header [origin]", "allow pages of this origin (without a value: of any)")
    .option("--multi-user", "separate settings and user data for each comfy-user header")
    .option("--faults <json|@file>", "faults to inject: a JSON array")
    .option("--control", "let programs on this machine change faults at /pictor/faults")
    .option("--classes <file>", "node classes of extensions: JSON in the format of /object_info")
    .option("--manager <file>", "a fake ComfyUI-Manager and its packs: JSON")
    .option("--username <name>", "require HTTP Basic credentials with this user name")
    .option(
      "--secret <password[=from]>",
      "the password for --username: asked for, or from env:NAME or file:PATH",
    )
    .addHelpText("after", backendHelp.serve)
    .allowExcessArguments();
  const ignored = ignoredArguments.map((flags) => new Option(flags).hideHelp());
  for (const option of ignored) serve.addOption(option);
  serve.action(async (options: ServeOptions, command: Command) => {
    const globals = command.optsWithGlobals<{ verbose?: true; json?: true }>();
    const [extra] = command.args.filter((word) => globals.verbose !== true || !levels.includes(word));
    if (extra !== undefined)
      throw new UsageError(
        "USAGE_ARGUMENT",
        `${extra} is not an option.`,
        "`pictor backend serve --help` lists the options.",
      );
    const typed = ignored.filter((option) => command.getOptionValueSource(option.attributeName()) === "cli");
    const { serveBackend } = await import("./serve-backend.js");
    const { listen, enableCorsHeader } = options;
    const cleaned = {
      ...options,
      ...(listen && { listen: withoutLevel(listen) }),
      ...(enableCorsHeader && { enableCorsHeader: withoutLevel(enableCorsHeader) }),
    };
    end(await serveBackend(cleaned, { globals, streams, ignored: typed.map(({ long }) => long ?? "") }));
  });
}
