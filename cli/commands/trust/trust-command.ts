// The definition of `trust`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import type { TrustCommandOptions } from "./change-trust.js";

const help = `${examples(
  "pictor trust",
  "pictor trust ~/work/studio --later-changes",
  "pictor trust --list",
  "pictor trust --revoke",
)}

The pictor.json of a folder can run plugin code, send your credentials and prompts, and start programs. It is used only after
you have trusted the folder. A project that can do none of that needs no trust, and neither does your own configuration.
Without a terminal, --yes stores the trust, --trust trusts for one call, and PICTOR_TRUST=1 or PICTOR_TRUST=<folders> for all.`;

export function addTrustCommand(program: Command, { streams, end }: ProgramContext): void {
  program
    .command("trust")
    .summary("show what the project of a folder would do, and trust it")
    .description("Shows what the pictor.json of a folder would do, and asks whether you trust it.")
    .argument("[folder]", "the folder of the project", ".")
    .option("--later-changes", "trust its later changes too, but for what is yours: files, profiles, secrets")
    .option("-y, --yes", "trust it without a question")
    .option("--list", "list the folders that you trust")
    .option("--revoke", "no longer trust the folder")
    .addHelpText("after", help)
    .action(async (folder: string, options: TrustCommandOptions, command: Command) => {
      const { changeTrust } = await import("./change-trust.js");
      end(await changeTrust(folder, options, { globals: command.optsWithGlobals(), streams }));
    });
}
