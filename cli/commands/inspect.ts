// `pictor inspect`: what a picture says of how it was made. No kernel is needed, and no backend.

import { stat } from "node:fs/promises";
import { didYouMean } from "@pictor/host";
import { sourceKindsIn, parseParameters, projectFromImage, type ImageMetadata } from "@pictor/image-metadata";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { fail } from "../host.js";
import { readPictureFile } from "../input/again.js";
import { UsageError } from "../input/usage-error.js";
import type { InspectPictureOptions } from "../options.js";
import { picturePage } from "../output/picture-page.js";
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
      `--raw: the picture has no text "${key}".`,
      `${didYouMean(key, keys)} ${known}`.trim(),
    );
  }
  if (isTTY) terminal.result(plainText(text));
  else await terminal.bytes(Buffer.from(text));
}

async function show(
  path: string,
  { raw }: InspectPictureOptions,
  terminal: Terminal,
  isTTY: boolean,
): Promise<void> {
  const metadata = await readPictureFile(path);
  if (raw !== undefined) {
    await printText(raw, metadata, terminal, isTTY);
    return;
  }
  const again = projectFromImage(metadata, path);
  if (!terminal.json) {
    const { size } = await stat(path);
    terminal.result(picturePage(path, size, metadata, again, terminal.paintResult, terminal.width));
    return;
  }
  const { parameters } = metadata;
  terminal.record({
    ...{ type: "result", status: "finished", exitCode: 0 },
    picture: {
      path,
      ...metadata,
      kinds: sourceKindsIn(metadata),
      ...(parameters !== undefined && { parsedParameters: parseParameters(parameters) }),
    },
    ...("project" in again ? { project: again.project } : { refusal: again.refusal }),
  });
}

export async function inspectPicture(
  path: string,
  options: InspectPictureOptions,
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
