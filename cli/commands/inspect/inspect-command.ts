// The definition of `inspect`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

const help = `${examples(
  "pictor inspect fox.png",
  "pictor inspect fox.png --raw parameters",
  "pictor inspect fox.png --json | jq .project.params",
)}

It reads Pictor's own record, projects of Stability Matrix, the parameters text of A1111, the metadata of Fooocus, InvokeAI, NovelAI,
SwarmUI and Draw Things, and graphs of ComfyUI.`;

export function addInspectCommand(program: Command, { action }: ProgramContext): void {
  program
    .command("inspect")
    .summary("show how an image was made, from its metadata")
    .description(
      "Format, size and records of an image: prompts, settings, features, backend; and how to run it again.",
    )
    .argument("<image>", "a PNG, WebP, JPEG or AVIF; or an MP4, WebM or FLAC")
    .option("--raw <key>", "print one of its texts unchanged, such as parameters, prompt or pictor")
    .addHelpText("after", help)
    .action(action(async () => (await import("./inspect-image.js")).inspectImage));
}
