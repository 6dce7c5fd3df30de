// `pictor inspect`: shows the metadata of an image. Needs neither a kernel nor a backend.

import { stat } from "node:fs/promises";
import { didYouMean } from "@pictor/kernel";
import {
  parseParameters,
  projectFromImage,
  metadataKindsIn,
  type ImageMetadata,
} from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
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
    const known = keys.length === 0 ? "It has none." : `It has: ${keys.join(", ")}.`;
    const hint = `${didYouMean(key, keys)} ${known}`.trim();
    throw new UsageError("USAGE_VALUE", `--raw: the image has no text "${key}".`, hint);
  }
  if (isTTY) terminal.result(plainText(text));
  else await terminal.bytes(Buffer.from(text));
}

async function show(
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

export const inspectImage = (
  path: string,
  options: InspectOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithTerminal(invocation, (terminal) =>
    show(path, options, terminal, invocation.streams.stdout.isTTY === true),
  );
