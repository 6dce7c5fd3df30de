// The facet `extensions`: what a backend has of node packs ("custom nodes"), and how that is changed.

import type { CallOptions } from "./calls.js";

/** One that lies on the backend, whether or not its server runs. */
export interface InstalledExtension {
  /**
   * Its name in messages and commands: `owner/name` of its repository in lower case (`host/owner/name` where the host is
   * not github.com), else its registry id, else its folder.
   */
  readonly id: string;
  /** Its folder or file below `custom_nodes`, without what marks it as disabled. */
  readonly place: string;
  /** `unknown` where the backend does not tell. */
  readonly origin: "git" | "registry" | "folder" | "file" | "unknown";
  /** Its id in the registry: the `name` of its pyproject.toml. */
  readonly registryId?: string;
  /** Addresses of its repository, as they were found. */
  readonly repositories: readonly string[];
  /** Exact semver; undefined where none can be known. */
  readonly version?: string;
  readonly versionFrom?: "pyproject" | "tag" | "manager";
  /** 40 hexadecimal digits. */
  readonly commit?: string;
  readonly enabled: boolean;
  /** Whether the server that runs has loaded it; absent when none runs, or when it does not tell. */
  readonly loaded?: boolean;
  /** Why it was not loaded: the last line of the server's words. */
  readonly failure?: string;
  /** From `update`: another version is in place and counts after a restart; which one is not known before. */
  readonly pending?: true;
}

/** One that could be installed, from the backend's index. */
export interface AvailableExtension {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly author?: string;
  readonly registryId?: string;
  readonly repository?: string;
  /** The latest, where the index tells. */
  readonly version?: string;
}

/** What `install` and `update` are asked for. */
export interface ExtensionSpec {
  /** `owner/name`, an address of a repository, or a registry id. */
  readonly id: string;
  /** Semver range; `*` takes any. The newest version in it is taken. */
  readonly range: string;
  /** Exactly this one, from a lock file. */
  readonly version?: string;
  /** Exactly this one, from a lock file or a graph; 7 to 40 hexadecimal digits. */
  readonly commit?: string;
  /** A person typed `id` themselves, so that a folder of this machine counts. Never for what a file or a graph asks for. */
  readonly isTyped?: boolean;
}

/** Where `install` would take it from: shown to a person before they agree. */
export interface ExtensionSource {
  readonly origin: "git" | "registry";
  /** An address without credentials. */
  readonly address: string;
  /** The version, tag or commit, where it is known beforehand. */
  readonly version?: string;
}

/** A change of what is installed. */
export type ExtensionAction = "install" | "update" | "enable" | "disable" | "remove";

/** What can be changed here; asked before a person is. */
export interface ExtensionCapabilities {
  readonly actions: readonly ExtensionAction[];
  /** Why the rest cannot, and what to do by hand. */
  readonly reason?: string;
}

/** Options of a change. */
export interface ChangeOptions extends CallOptions {
  /** One short line of what happens now; `fraction` is 0 to 1. */
  progress?(step: string, fraction?: number): void;
}

/**
 * A change is whole or undone, and takes effect when the server starts the next time. `id` is any of the names of an
 * extension: see `InstalledExtension`. Methods reject with `EXTENSION_...`, and as those of `Backend`; whatever cannot be
 * done here at all, as `capabilities` says, with `EXTENSION_UNSUPPORTED`.
 */
export interface ExtensionsFacet {
  /** What can be changed now; asked before a person is. */
  capabilities(options?: CallOptions): Promise<ExtensionCapabilities>;
  /** All that lie on the backend, enabled or not. */
  list(options?: CallOptions): Promise<readonly InstalledExtension[]>;
  /** By words of title, id, author and description; an empty query lists all. */
  available(query: string, options?: CallOptions): Promise<readonly AvailableExtension[]>;
  /** Node class to the ids of the extensions that provide it, as the index knows them; unknown classes are left out. */
  providers(
    classes: readonly string[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Undefined when it is not known where to take it from. */
  locate(wanted: ExtensionSpec, options?: CallOptions): Promise<ExtensionSource | undefined>;
  /**
   * With the Python packages that it asks for. Settles with what lies there then. Rejects with
   * `EXTENSION_ALREADY_INSTALLED`, also for a disabled one, `EXTENSION_UNKNOWN`, `EXTENSION_NO_VERSION` and others.
   */
  install(wanted: ExtensionSpec, options?: ChangeOptions): Promise<InstalledExtension>;
  /** By what brought it, to the newest in the range, also when that is older. Rejects with `EXTENSION_NOT_INSTALLED` and others. */
  update(wanted: ExtensionSpec, options?: ChangeOptions): Promise<InstalledExtension>;
  /** One that is enabled already stays so. Rejects with `EXTENSION_NOT_INSTALLED` or `EXTENSION_CHANGE_FAILED`. */
  enable(id: string, options?: ChangeOptions): Promise<InstalledExtension>;
  /** It stays there, and the server does not load it. As `enable`. */
  disable(id: string, options?: ChangeOptions): Promise<InstalledExtension>;
  /** Deletes it; what cannot be got again, such as changes by hand, is refused. Python packages that it brought stay. */
  remove(id: string, options?: ChangeOptions): Promise<void>;
}
