// What the fake ComfyUI-Manager is given: which one it stands for, and the packs that there are.
import type { ExtraClass } from "../nodes/extra-classes.js";

/** `3.x-get`: up to 3.39, changes by GET. `3.x`: since 2026, by POST. `4.0`: GET and no history. `4.2`: POST. */
export const generations = ["3.x-get", "3.x", "4.0", "4.2", "4.x-legacy"] as const;
export type Generation = (typeof generations)[number];

export const securityLevels = ["strong", "normal", "normal-", "weak"] as const;
export type SecurityLevel = (typeof securityLevels)[number];

export interface ManagerOptions {
  readonly generation: Generation;
  /** Default "normal". */
  readonly securityLevel?: SecurityLevel;
  /** False: as if the server were started with `--listen 0.0.0.0`. Default true. */
  readonly loopback?: boolean;
  /** Addresses that are not in the Manager's list may be cloned. Default false. */
  readonly allowGitUrlInstall?: boolean;
  readonly packs: readonly Pack[];
  /** Milliseconds for which the port is closed by a restart; default 50. */
  readonly rebootMs?: number;
  /** Milliseconds that each task takes; default 0. */
  readonly taskMs?: number;
}

/** A node pack that can be installed, or is. */
export interface Pack {
  /** Its id in the registry; absent for one that is only in the Manager's list. */
  readonly id?: string;
  /** `https://github.com/owner/name`. */
  readonly repository?: string;
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  /** In the registry, oldest first. */
  readonly versions?: readonly string[];
  /** Node classes in the form of `/object_info`; `python_module` is written here. */
  readonly classes?: Readonly<Record<string, Omit<ExtraClass, "python_module">>>;
  /** False: not in the Manager's list, only to be cloned by its address. Default true. */
  readonly listed?: boolean;
  /** What is on the disk when the server starts. */
  readonly installed?: {
    /** One of `versions`, "nightly" (a clone of a registered repository) or "unknown" (of another). */
    readonly version: string;
    readonly enabled?: boolean;
  };
  /** `install`: its installation ends with an error. `import`: the server cannot load it. */
  readonly fails?: "install" | "import";
}

/** What a pack is called on the disk and in tasks: its registry id, else the last part of its address. */
export const nameOf = ({ id, repository }: Pack): string => id ?? baseName(repository ?? "");

export const baseName = (address: string): string =>
  address
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .at(-1) ?? "";

export const latestOf = ({ versions }: Pack): string | undefined => versions?.at(-1);

/** What the real ones say of themselves. */
export const version40 = "V4.0.4";
export const version42 = "V4.2.2";
