// Downloads an archive of the registry and unpacks it into the staging folder.

import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ArchiveProblem, extractZip } from "@pictor/archives";
import { extensionFault, indexFault, toIndexFault } from "@pictor/extensions";
import { discard, withoutUndefined, type PictorError } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import { writeTracking } from "../archive/tracking.js";
import type { Change } from "../change/change.js";
import { registryOf } from "./registry-of.js";

const timeoutMs = 60_000;
const maxArchiveBytes = 1024 ** 3;

/**
 * Settles with the folder that contains the version. Rejects with `EXTENSION_INDEX_UNREADABLE`, or
 * `EXTENSION_SOURCE_REFUSED` for an archive that is refused.
 */
export async function downloadArchive(change: Change, id: string, version: string): Promise<string> {
  const { instance, stagingArea, options, log } = change;
  const downloadUrl = await registryOf(instance).downloadAddress(id, version, options);
  const archive = join(stagingArea.staging, "archive.zip");
  const folder = join(stagingArea.staging, "archive");
  options.progress?.(`downloading version ${version}`);
  log.write(`# ${change.id}: ${downloadUrl}`);
  await download(change, downloadUrl, archive);
  await mkdir(folder);
  options.progress?.("unpacking it");
  try {
    const paths = await extractZip(archive, folder, undefined, options.signal);
    await writeTracking(folder, paths);
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error;
    throw refused(change, downloadUrl, `of its archive: ${error.message}`, error);
  }
  await discard(archive);
  return folder;
}

const refused = ({ id }: Change, address: string, reason: string, cause?: unknown): PictorError =>
  extensionFault("EXTENSION_SOURCE_REFUSED", { id, address: shownAddress(address), reason }, { cause });

/** Whether all addresses are https, or http if the registry itself is: only TLS protects an archive from changes. Pure. */
export const areSecureUrls = (urls: readonly string[], registry: string): boolean =>
  urls.every((url) => {
    const protocol = URL.canParse(url) ? new URL(url).protocol : "";
    return protocol === "https:" || (protocol === "http:" && /^http:/i.test(registry));
  });

async function download(change: Change, url: string, file: string): Promise<void> {
  const { instance, options } = change;
  const { signal } = options;
  const { registry } = instance.settings.extensions;
  if (!areSecureUrls([url], registry))
    throw refused(change, url, "the registry names an address that is not https");
  try {
    const reply = await instance.network.send(
      // An archive is compressed already.
      { url, purpose: "backend", headers: { "accept-encoding": "identity" } },
      withoutUndefined({ timeoutMs, maxBytes: maxArchiveBytes, signal }),
    );
    if (reply.status !== 200) {
      await reply.discard();
      throw indexFault(url, `the answer has status ${reply.status}`);
    }
    if (!areSecureUrls([...reply.hops.map((hop) => hop.url), reply.url], registry)) {
      await reply.discard();
      throw refused(change, url, "it redirects to an address that is not https");
    }
    const isCompressed = reply.headers["content-encoding"] !== undefined;
    const length = isCompressed ? 0 : Number(reply.headers["content-length"]);
    let received = 0;
    const body = Readable.fromWeb(reply.body);
    body.on("data", (chunk: Uint8Array) => {
      received += chunk.byteLength;
      if (length > 0) options.progress?.("downloading it", Math.min(1, received / length));
    });
    await pipeline(body, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    signal?.throwIfAborted();
    throw toIndexFault(url, error);
  }
}
