// Client of the Comfy Registry: extensions, their versions, and download addresses.

import {
  asFilledString,
  parseJson,
  recordOrEmpty,
  type CallOptions,
  type Network,
} from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { indexFault, toIndexFault } from "../lists/read-json.js";
import { withoutCredentials } from "../names/credentials.js";

/** An extension in the registry. */
export interface RegistryNode {
  readonly id: string;
  readonly repository?: string;
}

export interface RegistryClientOptions {
  readonly network: Network;
  /** Address of the registry; empty to use none. */
  readonly address: string;
  /** Longest time of a request in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number;
}

const maxBytes = 32 * 1024 ** 2;

/**
 * Statuses of versions that may be installed; flagged, banned and deleted versions may not. ComfyUI-Manager asks for
 * the same ones.
 */
const usableStatuses: readonly string[] = ["NodeVersionStatusActive", "NodeVersionStatusPending"];

type Row = Readonly<Record<string, unknown>>;

const isUsable = ({ status, deprecated }: Row): boolean =>
  usableStatuses.includes(String(status)) && deprecated !== true;

/**
 * The versions in the registry's list of versions, which the Manager's route hands on, that may be installed; as they
 * are written.
 */
export const usableVersions = (reply: unknown): readonly string[] =>
  (Array.isArray(reply) ? reply : [])
    .map(recordOrEmpty)
    .filter(isUsable)
    .flatMap((row) => asFilledString(row["version"]) ?? []);

/**
 * No question counts as a download, except the one for a download address. Each rejects with `EXTENSION_INDEX_UNREADABLE` if the
 * registry does not answer as it should, and with `EXTENSION_SOURCE_REFUSED` if it has banned the extension.
 */
export class RegistryClient {
  /** Without a slash at the end; empty if no registry is used. */
  readonly address: string;
  readonly #network: Network;
  readonly #timeoutMs: number;

  constructor({ network, address, timeoutMs = 30_000 }: RegistryClientOptions) {
    this.address = address.replace(/\/+$/, "");
    this.#network = network;
    this.#timeoutMs = timeoutMs;
  }

  /** Where the registry describes an extension. */
  addressOf(id: string): string {
    return `${this.address}/nodes/${encodeURIComponent(id)}`;
  }

  /** Undefined if no registry is used, or the registry has no extension with that id or has removed it. */
  async node(id: string, options: CallOptions = {}): Promise<RegistryNode | undefined> {
    const reply = await this.#read(id, "", options);
    if (reply === undefined) return undefined;
    const row = recordOrEmpty(reply);
    const name = asFilledString(row["id"]);
    if (name === undefined) throw indexFault(this.addressOf(id), "it is not about an extension");
    if (/Banned|Deleted/.test(String(row["status"]))) return undefined;
    const repository = asFilledString(row["repository"]);
    return { id: name, ...(repository !== undefined && { repository }) };
  }

  /**
   * The versions that may be installed, as the registry writes them; none for an unknown extension, or if no registry
   * is used.
   */
  async versions(id: string, options: CallOptions = {}): Promise<readonly string[]> {
    const statuses = usableStatuses.map((status) => `statuses=${status}`).join("&");
    return usableVersions(await this.#read(id, `/versions?${statuses}`, options));
  }

  /** The address from which a version is downloaded. */
  async downloadAddress(id: string, version: string, options: CallOptions = {}): Promise<string> {
    const path = `/install?version=${encodeURIComponent(version)}`;
    const row = recordOrEmpty(await this.#read(id, path, options));
    const address = asFilledString(row["downloadUrl"]);
    // The version may have been flagged since it was chosen.
    if (!isUsable(row) || asFilledString(row["version"]) !== version || address === undefined)
      throw indexFault(
        this.addressOf(id) + path,
        `the registry does not offer version ${version} for download`,
      );
    return address;
  }

  /** A reply about an extension; undefined for an unknown one, or if no registry is used. */
  async #read(id: string, path: string, { signal }: CallOptions): Promise<unknown> {
    if (this.address === "") return undefined;
    const url = this.addressOf(id) + path;
    try {
      const reply = await this.#network.send(
        { url, purpose: "backend", headers: { accept: "application/json" } },
        { timeoutMs: this.#timeoutMs, maxBytes, signal },
      );
      if (reply.status === 200) return parseJson(await reply.text());
      await reply.discard();
      if (reply.status === 404) return undefined;
      if (reply.status !== 403) throw indexFault(url, `the registry answered with status ${reply.status}`);
      const details = { id, address: withoutCredentials(this.address), reason: "the registry has banned it" };
      throw extensionFault("EXTENSION_SOURCE_REFUSED", details);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof SyntaxError
        ? indexFault(url, "it is not JSON", error)
        : toIndexFault(url, error);
    }
  }
}
