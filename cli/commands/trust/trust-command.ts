// The definition of `trust`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import { withRules } from "../../definition/option-rules.js";
import type { ProgramContext } from "../../definition/program-context.js";
import type { TrustCommandOptions } from "./change-trust.js";

const help = `${examples(
  "pictor trust",
  "pictor trust ~/work/studio --later-changes",
  "pictor trust --list",
  "pictor trust --revoke",
  "pictor trust --certificate https://gpu.example:8443",
)}

The pictor.json of a folder can run plugin code, send your credentials and prompts, and start programs. The file is used only after
you have trusted the folder. A project that can do none of that needs no trust, and neither does your own configuration.
--certificate connects to a server whose certificate no known authority has signed, shows its fingerprint, and trusts this certificate
for this origin; the server is refused as soon as it presents another certificate.
Without a terminal, --yes stores the trust, --trust trusts for one call, and PICTOR_TRUST=1 or PICTOR_TRUST=<folders> trusts for every call.`;

export function addTrustCommand(program: Command, { streams, end }: ProgramContext): void {
  withRules(
    program.command("trust"),
    { option: "--fingerprint", needs: "--certificate" },
    { option: "--certificate", excludes: ["[operand]", "--later-changes"] },
    { option: "--list", excludes: ["[operand]", "--certificate", "--later-changes", "--revoke", "--yes"] },
    { option: "--revoke", excludes: ["--later-changes", "--fingerprint", "--yes"] },
  )
    .summary("show what the project of a folder would do, and trust it")
    .description(
      "Shows what the pictor.json of a folder would do, or the certificate of a server, and asks whether you trust it.",
    )
    .argument("[folder]", "the folder of the project (default: this folder)")
    .option(
      "--later-changes",
      "trust later changes too, except those that reach your own files, profiles or secrets",
    )
    .option("-y, --yes", "trust without a question")
    .option("--certificate <address>", "trust the certificate of an https server, instead of a folder")
    .option("--fingerprint <sha256>", "trust the certificate without a question if it has this SHA-256")
    .option("--list", "list the folders and the certificates that you trust")
    .option("--revoke", "no longer trust the folder, or the certificate")
    .addHelpText("after", help)
    .action(async (folder: string | undefined, options: TrustCommandOptions, command: Command) => {
      const invocation = { globals: command.optsWithGlobals(), streams };
      const { certificate } = options;
      if (certificate !== undefined) {
        const { trustServer } = await import("./trust-certificate.js");
        end(await trustServer(certificate, options, invocation));
      } else {
        const { changeTrust } = await import("./change-trust.js");
        end(await changeTrust(folder ?? ".", options, invocation));
      }
    });
}
