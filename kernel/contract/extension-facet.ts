// The facet `extensions`: the extensions (custom node packs) of a backend, and changes to them.

import type { CallOptions } from "./calls.js";

/** An extension that is installed on the backend, whether or not the server is running. */
export interface InstalledExtension {
  /**
   * Name in messages and commands: `owner/name` of the repository in lower case (`host/owner/name` if the host is not
   * github.com), else the registry id, else the folder.
   */
  readonly id: string;
  /** The extension's folder or file below `custom_nodes`, by its name while the extension is enabled. */
  readonly place: string;
  /** How the extension was installed; `unknown` if the backend does not report it. */
  readonly origin: "git" | "registry" | "folder" | "file" | "unknown";
  /** The extension's id in the registry: the `name` in its pyproject.toml. */
  readonly registryId?: string;
  /** Addresses of the extension's repository, as found in its files. */
  readonly repositories: readonly string[];
  /** The exact version (semver); undefined if it cannot be determined. */
  readonly version?: string;
  readonly versionFrom?: "pyproject" | "tag" | "manager";
  /** The installed commit, in 40 hexadecimal digits. */
  readonly commit?: string;
  readonly enabled: boolean;
  /**
   * Whether the running server has loaded the extension; absent if no server is running or the server does not report
   * it.
   */
  readonly loaded?: boolean;
  /** Why the server has not loaded the extension: the last line of the server's message. */
  readonly failure?: string;
  /**
   * True after `update` has installed another version, which takes effect, and becomes known, at the next start of the
   * server.
   */
  readonly pending?: true;
}

/** An extension of the backend's index. */
export interface AvailableExtension {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly author?: string;
  readonly registryId?: string;
  readonly repository?: string;
  /** The extension's latest version, if the index contains it. */
  readonly version?: string;
}

/** The extension to `install` or `update`, and the wanted version. */
export interface ExtensionSpec {
  /** `owner/name`, a repository address, or a registry id. */
  readonly id: string;
  /** Semver range; `*` accepts any version. The newest matching version is installed. */
  readonly range: string;
  /** The exact version, from a lock file. */
  readonly version?: string;
  /** The exact commit, from a lock file or a graph; 7 to 40 hexadecimal digits. */
  readonly commit?: string;
  /** Whether the user typed `id`, so that it may be a local folder. Never set for an id from a file or a graph. */
  readonly isTyped?: boolean;
}

/** Where `install` would download the extension from. Shown to the user before consent. */
export interface ExtensionSource {
  readonly origin: "git" | "registry";
  /** An address without credentials. */
  readonly address: string;
  /** The version, tag or commit, if it is known before the download. */
  readonly version?: string;
}

/** A change of the installed extensions. */
export type ExtensionAction = "install" | "update" | "enable" | "disable" | "remove";

/** The changes that the backend can make. */
export interface ExtensionCapabilities {
  readonly actions: readonly ExtensionAction[];
  /** Why the other changes are not possible, and what to do by hand. */
  readonly reason?: string;
}

/** Options of a change. */
export interface ChangeOptions extends CallOptions {
  /** Receives one short line about the current step; `fraction` is 0 to 1. */
  progress?(step: string, fraction?: number): void;
}

/**
 * Extensions of a backend. A change is made completely or not at all, and takes effect at the next start of the server.
 * `id` is any name of an extension: see `InstalledExtension`. Methods reject with `EXTENSION_...` and as those of
 * `Backend`; changes that `capabilities` excludes reject with `EXTENSION_UNSUPPORTED`.
 */
export interface ExtensionsFacet {
  /** The possible changes. Called before the user is asked for consent. */
  capabilities(options?: CallOptions): Promise<ExtensionCapabilities>;
  /** All installed extensions, enabled or not. */
  list(options?: CallOptions): Promise<readonly InstalledExtension[]>;
  /**
   * Searches the index: title, id, author and description, for the words of `query`. An empty query returns all
   * extensions.
   */
  available(query: string, options?: CallOptions): Promise<readonly AvailableExtension[]>;
  /**
   * For each node class, the ids of the extensions that provide it according to the index. Unknown classes are left
   * out.
   */
  providers(
    classes: readonly string[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Resolves to the source of an extension; undefined if no source is known. */
  locate(wanted: ExtensionSpec, options?: CallOptions): Promise<ExtensionSource | undefined>;
  /**
   * Installs an extension with the Python packages that it requires. Resolves to the installed extension. Rejects with
   * `EXTENSION_ALREADY_INSTALLED` (also for a disabled one), `EXTENSION_UNKNOWN`, `EXTENSION_NO_VERSION` and others.
   */
  install(wanted: ExtensionSpec, options?: ChangeOptions): Promise<InstalledExtension>;
  /**
   * Updates to the newest version in the range, even if it is older, from the source of the installation. Rejects with
   * `EXTENSION_NOT_INSTALLED` and others.
   */
  update(wanted: ExtensionSpec, options?: ChangeOptions): Promise<InstalledExtension>;
  /**
   * Enables an extension. Does nothing for an enabled one. Rejects with `EXTENSION_NOT_INSTALLED` or
   * `EXTENSION_CHANGE_FAILED`.
   */
  enable(id: string, options?: ChangeOptions): Promise<InstalledExtension>;
  /** Keeps the extension but prevents the server from loading it. Rejects as `enable`. */
  disable(id: string, options?: ChangeOptions): Promise<InstalledExtension>;
  /**
   * Deletes the extension. Refuses if data that cannot be downloaded again, such as local changes, would be lost.
   * Installed Python packages stay.
   */
  remove(id: string, options?: ChangeOptions): Promise<void>;
}
