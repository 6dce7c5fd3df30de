// `inspect`: shows the metadata of an image. Needs neither a kernel nor a backend.

import { stat } from "node:fs/promises";
import {
  metadataKindsIn,
  parseParameters,
  projectFromImage,
  type ImageMetadata,
} from "@pictor/image-metadata";
import { didYouMean } from "@pictor/kernel";
import type { Command } from "commander";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import { readImageFile } from "../../generation-request/read-source.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { plainText } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { imagePage } from "./image-page.js";

interface InspectOptions {
  readonly raw?: string;
}

/** Prints one text of the metadata unchanged; on a terminal, without control characters. */
async function printText(
  key: string,
  { texts }: ImageMetadata,
  terminal: Terminal,
  isTTY: boolean,
): Promise<void> {
  const keys = Object.keys(texts);
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  if (text === undefined) {
    const known = keys.length === 0 ? "The image has no texts." : `Its texts are: ${keys.join(", ")}.`;
    const hint = `${didYouMean(key, keys)} ${known}`.trim();
    throw new UsageError("USAGE_VALUE", `--raw: the image has no text "${key}".`, hint);
  }
  if (isTTY) terminal.result(plainText(text));
  else await terminal.bytes(Buffer.from(text));
}

async function print(
  path: string,
  { raw }: InspectOptions,
  terminal: Terminal,
  isTTY: boolean,
): Promise<ExitCode> {
  const metadata = await readImageFile(
    path,
    `Name an image that was saved with its metadata. \`pictor project show ${shellWord(path)}\` shows a project.`,
  );
  if (raw !== undefined) {
    await printText(raw, metadata, terminal, isTTY);
    return exitCode("finished");
  }
  const imported = projectFromImage(metadata, path);
  if (!terminal.json) {
    const { size: bytes } = await stat(path);
    const page = imagePage({ path, bytes, metadata, imported }, terminal.paintResult, terminal.width);
    terminal.result(page);
    return exitCode("finished");
  }
  const { parameters } = metadata;
  return finished(terminal, {
    image: {
      path,
      ...metadata,
      kinds: metadataKindsIn(metadata),
      ...(parameters !== undefined && { parsedParameters: parseParameters(parameters) }),
    },
    ...("project" in imported ? { project: imported.project } : { refusal: imported.refusal }),
  });
}

const inspectImage = (path: string, options: InspectOptions, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) =>
    print(path, options, terminal, invocation.streams.stdout.isTTY === true),
  );

const help = `${examples(
  "pictor inspect fox.png",
  "pictor inspect fox.png --raw parameters",
  "pictor inspect fox.png --json | jq .project.params",
)}

The command reads Pictor's own record, projects of Stability Matrix, the parameters text of A1111, the metadata of Fooocus, InvokeAI, NovelAI,
SwarmUI and Draw Things, and graphs of ComfyUI.`;

export function addInspectCommand(program: Command, { action }: ProgramContext): void {
  program
    .command("inspect")
    .summary("show how an image was made, from its metadata")
    .description(
      "Format, size and records of an image: prompts, settings, features, backend; and how to run it again.",
    )
    .argument("<image>", "a PNG, WebP, JPEG or AVIF; or an MP4, WebM or FLAC")
    .option("--raw <key>", "print one text of the metadata unchanged, such as parameters, prompt or pictor")
    .addHelpText("after", help)
    .action(action(() => inspectImage));
}
