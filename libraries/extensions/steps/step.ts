// The step that is necessary for one extension, and its reason.

import type {
  ExtensionRequirement,
  InstalledExtension,
  NodeClass,
  ExtensionSpec,
} from "@pictor/kernel/plugin";

/** The entry of an extension in the lock file; see `LockedExtension`. */
export interface Pin {
  readonly id: string;
  /** Exact semver. */
  readonly version?: string;
  /** 7 to 40 hexadecimal digits. */
  readonly commit?: string;
}

/** What is known beside the list of installed extensions. */
export interface Knowledge {
  /** Node classes of the running server, such as a `Catalog`; absent if no server is running. */
  readonly classes?: ReadonlyMap<string, Pick<NodeClass, "module">>;
  /** Groups of names of the same extension, such as a repository and its registry id, from an index. */
  readonly aliases?: readonly (readonly string[])[];
  /** Whether the backend cannot list its extensions, so that the list is empty. */
  readonly isUnlisted?: boolean;
}

interface About {
  /** Name of the installed extension, else the required name; a repository is preferred. */
  readonly id: string;
  /** The requirements of this extension. */
  readonly required: readonly ExtensionRequirement[];
}
interface Judged extends About {
  /** The intersection of the required ranges. */
  readonly range: string;
  /** The entry of the lock file, if it is in range. */
  readonly pin?: Pin;
  /** The entry of the lock file, if it is outside of the range and therefore ignored. */
  readonly stalePin?: Pin;
}
interface Found extends Judged {
  readonly found: InstalledExtension;
  /** Further copies. The server loads every enabled copy; the last one replaces the classes of the others. */
  readonly copies: readonly InstalledExtension[];
}

/** Why an update is necessary. */
export type UpdateReason =
  /** Older than the range, newer, or between two parts of it. */
  | "outdated"
  | "too-new"
  | "outside"
  /** The version is in range, but the lock file names another one. */
  | "pin"
  /** The loaded version lacks required node classes. */
  | "class";

/** Why the extension cannot be verified. */
export type Doubt =
  /** The extension has no comparable version. */
  | "version"
  /** The version is a prerelease, which no range includes explicitly. */
  | "prerelease"
  /** The graph was made with another commit, or the installed commit is unknown. */
  | "commit"
  /** An extension provides the classes or has the folder, but is not known to be this extension. */
  | "identity"
  /** The backend does not tell which extensions it has. */
  | "unlisted"
  /** Several copies are enabled, and not all of them will do. */
  | "copies";

export interface Change {
  /** For `ExtensionsFacet.update`. */
  readonly wanted: ExtensionSpec;
  readonly because: UpdateReason;
}

/** One extension, one step. */
export type Step =
  /** Nothing to do. `found` is absent where the server has the classes and any version will do. */
  | (Judged & Partial<Pick<Found, "found" | "copies">> & { readonly kind: "ok" })
  | (Judged & { readonly kind: "install"; readonly wanted: ExtensionSpec })
  | (Found & Change & { readonly kind: "update" })
  /** It lies there disabled; `update`: and it has the wrong version. */
  | (Found & { readonly kind: "enable"; readonly update?: Change })
  /** It lies there, and the running server has not loaded it yet. */
  | (Found & { readonly kind: "restart" })
  /** The server tried to load it and failed. */
  | (Found & { readonly kind: "broken"; readonly failure: string })
  | (Judged &
      Partial<Pick<Found, "found" | "copies">> & {
        readonly kind: "unverifiable";
        readonly because: Doubt;
        /** What would be asked for, to be sure. */
        readonly wanted: ExtensionSpec;
      })
  /** No version can please all; `between` are the fewest that contradict each other. */
  | (About & { readonly kind: "conflict"; readonly between: readonly ExtensionRequirement[] })
  /** What is required is no extension, no range or no commit. */
  | (About & { readonly kind: "invalid"; readonly problem: string });

export type StepOf<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>;
