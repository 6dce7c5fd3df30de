// Reads lists from the addresses and files of the settings. Fetched lists are cached, and used when a fetch fails.

import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { indexFault, toIndexFault } from "@pictor/extensions";
import { digestOf, reasonOf, type CallOptions, withoutUndefined } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import { readJson, writeJson } from "../../stored-json.js";
import { readSmallFile } from "../files/read-small-file.js";

export interface Source {
  readonly text: string;
  /** Whether the text is from a file on this machine; such a list may name folders as sources. */
  readonly isFile: boolean;
}

/** Age up to which a cached list is used without a request, in milliseconds. */
const freshMs = 3_600_000;
const timeoutMs = 60_000;
const maxBytes = 64 * 1024 ** 2;

interface CachedSource {
  readonly address: string;
  /** Time at which the list was read, in milliseconds since 1970. */
  readonly readAt: number;
  readonly etag?: string;
  readonly text: string;
}

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/**
 * `check` throws for an invalid text, which is not cached. If the fetch fails or the text is invalid, an older copy is used and
 * a warning is logged; without one, rejects with `EXTENSION_INDEX_UNREADABLE`.
 */
export async function readSource(
  instance: Instance,
  address: string,
  check: (text: string) => void,
  options: CallOptions = {},
): Promise<Source> {
  if (!isWeb(address)) return readFromFile(address, check);
  const file = cacheFile(instance, address);
  const cached = await readCached(file);
  if (cached !== undefined && Math.abs(instance.clock.now() - cached.readAt) < freshMs)
    return { text: cached.text, isFile: false };
  try {
    const { text, etag } = await fetchText(instance, address, cached, options);
    check(text);
    await writeCache(instance, file, { address: shownAddress(address), ...etag, text });
    return { text, isFile: false };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (cached === undefined) throw toIndexFault(address, error);
    const hours = Math.round((instance.clock.now() - cached.readAt) / 3_600_000);
    instance.logger.warn(
      `A list of extensions could not be read again; the copy from ${hours} hours ago is used.`,
      { source: shownAddress(address), reason: reasonOf(error) },
    );
    return { text: cached.text, isFile: false };
  }
}

async function readFromFile(address: string, check: (text: string) => void): Promise<Source> {
  const path = pathOf(address);
  const text = path === undefined ? undefined : await readSmallFile(path, maxBytes);
  if (text === undefined) throw indexFault(address, "there is no such file that can be read");
  check(text);
  return { text, isFile: true };
}

/** Relative paths start in the working directory of the host, like the other paths of the settings. */
function pathOf(address: string): string | undefined {
  if (/^file:/i.test(address)) {
    try {
      return fileURLToPath(address);
    } catch {
      return undefined;
    }
  }
  return resolve(address);
}

async function fetchText(
  { network }: Instance,
  address: string,
  cached: CachedSource | undefined,
  { signal }: CallOptions,
): Promise<{ readonly text: string; readonly etag: { readonly etag?: string } }> {
  const headers: Record<string, string> = cached?.etag === undefined ? {} : { "if-none-match": cached.etag };
  const reply = await network.send(
    { url: address, purpose: "backend", headers },
    withoutUndefined({ timeoutMs, maxBytes, signal }),
  );
  const { etag } = reply.headers;
  if (reply.status === 200) return { text: await reply.text(), etag: etag === undefined ? {} : { etag } };
  await reply.discard();
  if (reply.status === 304 && cached !== undefined)
    return { text: cached.text, etag: cached.etag === undefined ? {} : { etag: cached.etag } };
  throw new Error(`the answer has status ${reply.status}`);
}

function cacheFile({ layout }: Instance, address: string): string {
  return join(layout.root, "cache", `${digestOf(address).slice(0, 16)}.json`);
}

async function readCached(file: string): Promise<CachedSource | undefined> {
  const cached = (await readJson(file)) as Partial<CachedSource> | null | undefined;
  return typeof cached?.text === "string" && typeof cached.readAt === "number"
    ? (cached as CachedSource)
    : undefined;
}

/** Writes a list to the cache. A failed write is only logged. */
async function writeCache(
  { clock, logger }: Instance,
  file: string,
  cached: Omit<CachedSource, "readAt">,
): Promise<void> {
  try {
    await writeJson(file, { ...cached, readAt: clock.now() }, { isFlushed: false });
  } catch (error) {
    logger.debug("A list of extensions could not be kept", { reason: reasonOf(error) });
  }
}
