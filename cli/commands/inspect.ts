// `pictor inspect`: what an image says of how it was made. No kernel is needed, and no backend.

import { stat } from "node:fs/promises";
import { didYouMean } from "@pictor/host";
import { sourceKindsIn, parseParameters, projectFromImage, type ImageMetadata } from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { fail } from "../host.js";
import { readImageFile } from "../input/again.js";
import { UsageError } from "../input/usage-error.js";
import type { InspectImageOptions } from "../options.js";
import { imagePage } from "../output/image-page.js";
import { plainText } from "../output/plain-text.js";
import { createTerminal, type Terminal } from "../output/terminal.js";
import type { Invocation } from "../program.js";

/** As it is into a pipe or file; a terminal gets nothing that could steer it. */
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
    throw new UsageError(
      "USAGE_VALUE",
      `--raw: the image has no text "${key}".`,
      `${didYouMean(key, keys)} ${known}`.trim(),
    );
  }
  if (isTTY) terminal.result(plainText(text));
  else await terminal.bytes(Buffer.from(text));
}

async function show(
  path: string,
  { raw }: InspectImageOptions,
  terminal: Terminal,
  isTTY: boolean,
): Promise<void> {
  const metadata = await readImageFile(path);
  if (raw !== undefined) {
    await printText(raw, metadata, terminal, isTTY);
    return;
  }
  const again = projectFromImage(metadata, path);
  if (!terminal.json) {
    const { size } = await stat(path);
    terminal.result(imagePage(path, size, metadata, again, terminal.paintResult, terminal.width));
    return;
  }
  const { parameters } = metadata;
  terminal.record({
    ...{ type: "result", status: "finished", exitCode: 0 },
    image: {
      path,
      ...metadata,
      kinds: sourceKindsIn(metadata),
      ...(parameters !== undefined && { parsedParameters: parseParameters(parameters) }),
    },
    ...("project" in again ? { project: again.project } : { refusal: again.refusal }),
  });
}

export async function inspectImage(
  path: string,
  options: InspectImageOptions,
  { globals, streams }: Invocation,
): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  try {
    await show(path, options, terminal, streams.stdout.isTTY === true);
    return exitCode("finished");
  } catch (error) {
    return fail(error, terminal);
  }
}
