// The definitions of `config path`, `show`, `get` and `set`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

const help = {
  config: examples("pictor config show", "pictor config set outputs.directory ~/images"),
  path: examples("pictor config path", "pictor config path --json"),
  show: examples("pictor config show", "pictor config show --json"),
  get: examples("pictor config get backend", "pictor config get network"),
  set: `${examples("pictor config set backend studio", "pictor config set network.idleTimeoutMs 60000", "pictor config set plugins.output-metadata.enabled false")}

The value is read as JSON if that is valid for the setting, else as text. Everything else in the file stays. A setting of the
project file, an environment variable or an option overrides the user file. \`pictor auth set\` changes profiles.`,
};

export function addConfigCommand(program: Command, { actionWithoutOptions }: ProgramContext): void {
  const config = program
    .command("config")
    .summary("show and change the configuration")
    .description("Shows the configuration with the origin of each value, and changes the user file.")
    .addHelpText("after", help.config);
  config
    .command("path")
    .summary("the configuration files")
    .description("The configuration files, the upper one last, and whether each of them exists.")
    .addHelpText("after", help.path)
    .action(actionWithoutOptions(async () => (await import("./show-config.js")).showPaths));
  config
    .command("show")
    .summary("every value and its origin")
    .description(
      "Every value and its origin: default, user file, project file, environment or flag. Never a secret.",
    )
    .addHelpText("after", help.show)
    .action(actionWithoutOptions(async () => (await import("./show-config.js")).showConfig));
  config
    .command("get")
    .summary("one value, or those below a name")
    .description("Prints one value, or the values below a name. Never a secret.")
    .argument("<name>", "a name as in config show, such as outputs.directory")
    .addHelpText("after", help.get)
    .action(actionWithoutOptions(async () => (await import("./show-config.js")).getConfig));
  config
    .command("set")
    .summary("change a value in the user file")
    .description("Changes a value in the configuration file of the user, after checking it.")
    .argument("<name>", "a name as in config show, such as outputs.directory")
    .argument("<value>", "the new value: a text, or JSON")
    .addHelpText("after", help.set)
    .action(actionWithoutOptions(async () => (await import("./set-config.js")).setConfig));
}
