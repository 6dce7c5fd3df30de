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
  /** Version as exact semver. */
  readonly version?: string;
  /** Commit with 7 to 40 hexadecimal digits. */
  readonly commit?: string;
}

/** What is known besides the list of installed extensions. */
export interface Knowledge {
  /** Node classes of the running server, such as a `Catalog`; absent if no server is running. */
  readonly classes?: ReadonlyMap<string, Pick<NodeClass, "module">>;
  /** Groups of names that an index lists for the same extension, such as its repository and its registry id. */
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
  /** Further installed copies. The server loads every enabled copy; the classes of the last one replace those of the others. */
  readonly copies: readonly InstalledExtension[];
}

/** Why an update is necessary. */
export type UpdateReason =
  /** The installed version is older than the range, newer, or between two parts of it. */
  | "outdated"
  | "too-new"
  | "outside"
  /** The version is in range, but the lock file names another version. */
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
  /** The backend does not report which extensions it has. */
  | "unlisted"
  /** Several copies are enabled, and not all of them meet the requirements. */
  | "copies";

export interface Change {
  /** The argument for `ExtensionsFacet.update`. */
  readonly wanted: ExtensionSpec;
  readonly because: UpdateReason;
}

/** The step for one extension. */
export type Step =
  /** Nothing to do. `found` is absent if the server has the classes and any version is accepted. */
  | (Judged & Partial<Pick<Found, "found" | "copies">> & { readonly kind: "ok" })
  | (Judged & { readonly kind: "install"; readonly wanted: ExtensionSpec })
  | (Found & Change & { readonly kind: "update" })
  /** The extension is installed but disabled; with `update`, it also has the wrong version. */
  | (Found & { readonly kind: "enable"; readonly update?: Change })
  /** The extension is installed, but the running server has not loaded it yet. */
  | (Found & { readonly kind: "restart" })
  /** The server could not load the extension. */
  | (Found & { readonly kind: "broken"; readonly failure: string })
  | (Judged &
      Partial<Pick<Found, "found" | "copies">> & {
        readonly kind: "unverifiable";
        readonly because: Doubt;
        /** A version that would meet the requirements with certainty. */
        readonly wanted: ExtensionSpec;
      })
  /** No version meets all requirements; `between` is a minimal set that contradicts itself. */
  | (About & { readonly kind: "conflict"; readonly between: readonly ExtensionRequirement[] })
  /** The name, range or commit of a requirement is invalid. */
  | (About & { readonly kind: "invalid"; readonly problem: string });

export type StepOf<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>;
