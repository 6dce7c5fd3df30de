// What is to be done about one extension, and why: a closed union.

import type {
  ExtensionRequirement,
  InstalledExtension,
  NodeClass,
  ExtensionSpec,
} from "@pictor/kernel/plugin";

/** What a lock file says of one extension; see `LockedExtension`. */
export interface Pin {
  readonly id: string;
  /** Exact semver. */
  readonly version?: string;
  /** 7 to 40 hexadecimal digits. */
  readonly commit?: string;
}

/** What is known beside the list of what is installed. */
export interface Knowledge {
  /** The node classes that the running server has; absent when none runs. A `Catalog` is one. */
  readonly classes?: ReadonlyMap<string, Pick<NodeClass, "module">>;
  /** Names that mean one extension each, such as a repository and its registry id, from an index. */
  readonly aliases?: readonly (readonly string[])[];
  /** The backend cannot list its extensions: an empty list says nothing. */
  readonly isUnlisted?: boolean;
}

interface About {
  /** Its name: of the one that is installed, else as it is required, the repository first. */
  readonly id: string;
  /** Who requires it, and in which range. */
  readonly required: readonly ExtensionRequirement[];
}
interface Judged extends About {
  /** What the ranges have in common. */
  readonly range: string;
  /** What the lock file says, and is obeyed. */
  readonly pin?: Pin;
  /** What the lock file says, and cannot be obeyed: it lies outside the range. */
  readonly stalePin?: Pin;
}
interface Found extends Judged {
  readonly found: InstalledExtension;
  /** Further copies of it. The server loads every enabled one; the one that comes last replaces the others' classes. */
  readonly copies: readonly InstalledExtension[];
}

/** Why another version is wanted. */
export type UpdateReason =
  /** Older than the range, newer, or between two parts of it. */
  | "outdated"
  | "too-new"
  | "outside"
  /** It lies in the range, but the lock file names another one. */
  | "pin"
  /** It runs, and lacks node classes that are required of it. */
  | "class";

/** Why nobody can tell whether it will do. */
export type Doubt =
  /** It has no version that can be compared. */
  | "version"
  /** A prerelease, and no range names one. */
  | "prerelease"
  /** The graph was made with another commit, or it is not known which one is there. */
  | "commit"
  /** Something provides the classes, or has its folder, and does not say that it is this extension. */
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
