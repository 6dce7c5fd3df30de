// Client of the Comfy Registry: extensions, their versions, and download addresses.

import { extensionFault, newestIn, versionOf } from "@pictor/extensions";
import { isRecord, PictorError, reasonOf, type Network, type ExtensionSpec } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import { withSignal, type Instance } from "../../instance.js";

/** An extension in the registry. */
export interface RegistryNode {
  readonly id: string;
  readonly repository?: string;
  /** The version that the registry names as the latest. */
  readonly latest?: string;
}

export interface RegistryVersion {
  /** The version as the registry writes it; not normalized. */
  readonly version: string;
  readonly downloadUrl: string;
}

export interface RegistryOptions {
  readonly signal?: AbortSignal;
}

export interface RegistryAccess {
  readonly network: Network;
  /** Address of the registry; empty to use no registry. */
  readonly registry: string;
}

export const registryOf = ({ network, settings }: Instance): RegistryAccess => ({
  network,
  registry: settings.extensions.registry,
});

const timeoutMs = 30_000;
const maxReplyBytes = 32 * 1024 ** 2;

/** Statuses of versions that may be installed; flagged, banned and deleted versions may not. */
const usableStatuses: ReadonlySet<unknown> = new Set(["NodeVersionStatusActive", "NodeVersionStatusPending"]);

type Row = Readonly<Record<string, unknown>>;
const toRow = (value: unknown): Row => (isRecord(value) ? value : {});
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const addressIn = (registry: string, path: string): string => `${registry.replace(/\/+$/, "")}${path}`;
const nodePath = (id: string): string => `/nodes/${encodeURIComponent(id)}`;

function unreadable(source: string, reason: string, cause?: unknown): PictorError {
  const details = { source: withoutCredentials(source), reason };
  return extensionFault("EXTENSION_INDEX_UNREADABLE", details, { cause });
}

/** A reply as JSON; undefined for 404. Rejects with `EXTENSION_INDEX_UNREADABLE`. */
async function getJson(
  { network, registry }: RegistryAccess,
  path: string,
  { signal }: RegistryOptions,
): Promise<unknown> {
  const url = addressIn(registry, path);
  try {
    const reply = await network.send(
      { url, purpose: "backend", headers: { accept: "application/json" } },
      { timeoutMs, maxBytes: maxReplyBytes, ...withSignal(signal) },
    );
    if (reply.status === 404) {
      await reply.discard();
      return undefined;
    }
    if (reply.status === 403) {
      await reply.discard();
      throw unreadable(url, "the registry has banned it");
    }
    if (reply.status !== 200) {
      await reply.discard();
      throw unreadable(url, `the registry answered with status ${reply.status}`);
    }
    return JSON.parse(await reply.text());
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PictorError && error.code.startsWith("EXTENSION_")) throw error;
    throw unreadable(
      url,
      error instanceof SyntaxError
        ? "it is not JSON"
        : withoutCredentials(reasonOf(error)).replace(/\.$/, ""),
      error,
    );
  }
}

/** Requests an extension; undefined if the registry has no extension with that id, or has removed it. Does not count as a download. */
export async function fetchRegistryNode(
  instance: RegistryAccess,
  id: string,
  options: RegistryOptions = {},
): Promise<RegistryNode | undefined> {
  if (instance.registry === "") return undefined;
  const reply = await getJson(instance, nodePath(id), options);
  if (reply === undefined) return undefined;
  const row = toRow(reply);
  const name = textOf(row["id"]);
  if (name === undefined)
    throw unreadable(addressIn(instance.registry, nodePath(id)), "it is not about an extension");
  if (/Banned|Deleted/.test(String(row["status"]))) return undefined;
  const repository = textOf(row["repository"]);
  const latest = textOf(toRow(row["latest_version"])["version"]);
  return {
    id: name,
    ...(repository === undefined ? {} : { repository }),
    ...(latest === undefined ? {} : { latest }),
  };
}

const isUsable = (row: Row): boolean => usableStatuses.has(row["status"]) && row["deprecated"] !== true;

/**
 * The wanted version as the registry writes it: the exact version, else the newest one in the range. Does not count as a
 * download. Rejects with `EXTENSION_NO_VERSION`, which names the existing versions.
 */
export async function chooseVersion(
  instance: RegistryAccess,
  id: string,
  wanted: ExtensionSpec,
  options: RegistryOptions = {},
): Promise<string> {
  const statuses = "?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending";
  const reply = await getJson(instance, `${nodePath(id)}/versions${statuses}`, options);
  const rows = (Array.isArray(reply) ? reply : []).map(toRow).filter(isUsable);
  const versions = rows.map((row) => textOf(row["version"])).filter((text) => text !== undefined);
  const exact = wanted.version === undefined ? undefined : (versionOf(wanted.version) ?? wanted.version);
  const chosen =
    exact === undefined
      ? newestIn(versions, wanted.range)?.text
      : versions.find((text) => text === exact || versionOf(text) === exact);
  if (chosen !== undefined) return chosen;
  const found = versions.slice(0, 5).join(", ");
  throw extensionFault("EXTENSION_NO_VERSION", {
    id,
    range: exact ?? wanted.range,
    found: found === "" ? "none" : found,
  });
}

/** The download address of a version; the registry counts the request as a download. Rejects with `EXTENSION_INDEX_UNREADABLE`. */
export async function requestDownload(
  instance: RegistryAccess,
  id: string,
  version: string,
  options: RegistryOptions = {},
): Promise<RegistryVersion> {
  const path = `${nodePath(id)}/install?version=${encodeURIComponent(version)}`;
  const row = toRow(await getJson(instance, path, options));
  const downloadUrl = textOf(row["downloadUrl"]);
  // The version may have been flagged since it was chosen.
  if (!isUsable(row) || textOf(row["version"]) !== version || downloadUrl === undefined)
    throw unreadable(
      addressIn(instance.registry, path),
      `the registry does not give version ${version} away`,
    );
  return { version, downloadUrl };
}
