// The definitions of `backend ...`.

import { Option, type Command } from "commander";
import { ignoredArguments } from "../commands/backend-serve-ignored.js";
import type { ServeOptions } from "../commands/backend-serve-plan.js";
import { helpTexts } from "../help-texts.js";
import { UsageError } from "../input/usage-error.js";
import type { ProgramOptions } from "../program.js";
import { addLifecycle } from "./backend-lifecycle.js";

/**
 * ComfyUI's `--verbose DEBUG`: the level has no meaning here, `--verbose` has. Commander takes that out first, wherever
 * it stands, and what follows it is then an operand, or the value of an option before it that needs none.
 */
const levels: readonly unknown[] = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
const withoutLevel = <T>(value: T): T | true => (levels.includes(value) ? true : value);

function addServe(backend: Command, { streams, end }: ProgramOptions): void {
  const serve = backend
    .command("serve")
    .summary("run the embedded server until Ctrl-C")
    .description("Runs the embedded server, ComfyUI-compatible with a simulated sampler, until Ctrl-C.")
    .option("--port <n>", "0 takes a free one (default: 8188)")
    .option("--listen [address]", "address to listen on (default: 127.0.0.1; without a value: all)")
    .option("--directory <folder>", "holds output, input, temp and user (default: a temporary one)")
    .addOption(new Option("--base-directory <folder>", "the same, in ComfyUI's words").hideHelp())
    .option("--output-directory <folder>", "in place of output in --directory")
    .option("--input-directory <folder>", "in place of input in --directory")
    .option("--temp-directory <folder>", "in place of --directory for temp, which is emptied")
    .option("--max-upload-size <MB>", "longest request body (default: 100)")
    .option("--preview-method <method>", "none, auto, latent2rgb or taesd (default: auto)")
    .option("--enable-cors-header [origin]", "let pages of this origin in (without a value: of any)")
    .option("--multi-user", "settings and user data for each comfy-user header")
    .option("--faults <json|@file>", "what goes wrong on purpose: a JSON array")
    .option("--control", "let programs on this machine change faults at /pictor/faults")
    .option("--classes <file>", "node classes of extensions: JSON, as /object_info has them")
    .option("--manager <file>", "a fake ComfyUI-Manager and its packs: JSON")
    .option("--username <name>", "demand HTTP Basic credentials")
    .option("--secret <password[=from]>", "their password: asked for, or from env:NAME or file:PATH")
    .addHelpText("after", helpTexts.backendServe)
    .allowExcessArguments();
  const ignored = ignoredArguments.map((flags) => new Option(flags).hideHelp());
  for (const option of ignored) serve.addOption(option);
  serve.action(async (options: ServeOptions, command: Command) => {
    const globals = command.optsWithGlobals<{ verbose?: true; json?: true }>();
    const [extra] = command.args.filter((word) => globals.verbose !== true || !levels.includes(word));
    if (extra !== undefined)
      throw new UsageError(
        "USAGE_ARGUMENT",
        `${extra} is no option.`,
        "`pictor backend serve --help` lists them.",
      );
    const typed = ignored.filter((option) => command.getOptionValueSource(option.attributeName()) === "cli");
    const { serveBackend } = await import("../commands/backend-serve.js");
    const { listen, enableCorsHeader } = options;
    const given = {
      ...options,
      ...(listen && { listen: withoutLevel(listen) }),
      ...(enableCorsHeader && { enableCorsHeader: withoutLevel(enableCorsHeader) }),
    };
    end(await serveBackend(given, { globals, streams, ignored: typed.map(({ long }) => long ?? "") }));
  });
}

export function addBackend(program: Command, options: ProgramOptions): void {
  const { streams, end } = options;
  const backend = program
    .command("backend")
    .description("Backend instances: list, install, start, watch and update them; run the embedded server.");
  backend
    .summary("list, install, start, watch and update backends; run the embedded server")
    .addHelpText("after", helpTexts.backend);
  backend
    .command("list")
    .summary("instances, and which one would be used")
    .description("Configured and default instances, and which one would be used.")
    .addHelpText("after", helpTexts.backendList)
    .action(async (_options: object, command: Command) => {
      const { listBackends } = await import("../commands/backend-list.js");
      end(await listBackends({ globals: command.optsWithGlobals(), streams }));
    });
  backend
    .command("status")
    .summary("what an instance says of itself")
    .description("Opens an instance and shows what it says of itself; starts nothing.")
    .argument("[name]", "name of an instance (default: the one that generate would use)")
    .addHelpText("after", helpTexts.backendStatus)
    .action(async (name: string | undefined, _options: object, command: Command) => {
      const { backendStatus } = await import("../commands/backend-status.js");
      end(await backendStatus(name, { globals: command.optsWithGlobals(), streams }));
    });
  addLifecycle(backend, options);
  addServe(backend, options);
}
