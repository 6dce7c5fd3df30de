// Replaces the addresses of images in settings with uploads, so that one image can be the input for another.

import type { Calls } from "@pictor/client";
import { isRecord } from "@pictor/kernel/plugin";
import { isAddress, parseAddress } from "./address.js";
import { checkDepth } from "../schema/check-arguments.js";
import { openFile } from "./read-image.js";

/** Uploads the image of an address, and returns the reference by which a job names it. */
async function attach(calls: Calls, text: string): Promise<{ readonly $upload: string }> {
  const address = parseAddress(text);
  if (address.kind === "upload") return { $upload: address.id };
  const bytes = new Uint8Array(await (await openFile(calls, address)).arrayBuffer());
  return { $upload: (await calls.upload({ bytes })).id };
}

async function attachAll(calls: Calls, value: unknown): Promise<unknown> {
  if (typeof value === "string") return isAddress(value) ? attach(calls, value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => attachAll(calls, item)));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(
    async ([name, member]) => [name, await attachAll(calls, member)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Replaces every address in a value. A text that is no setting for a file, such as a prompt, is never an address: it would
 * have to begin with pictor://. Rejects with `MCP_IMAGE_ADDRESS`, with `MCP_ARGUMENT_INVALID` for a value with too many
 * levels, such as one of a foreign image, or as the routes do.
 */
export async function attachImages(calls: Calls, value: unknown): Promise<unknown> {
  checkDepth(value);
  return attachAll(calls, value);
}
