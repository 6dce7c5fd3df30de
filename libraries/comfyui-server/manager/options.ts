// The options of the simulated ComfyUI-Manager: its generation, its rules, and the extensions (node packs) that exist.
import type { ClassEntry } from "@pictor/comfyui-graph/types";

/**
 * Generations by version and protocol. `3.x-get`: up to 3.39, changes by GET. `3.x`: since 3.41, changes by POST. `4.0`:
 * changes by GET, and a broken history route. `4.2`: changes by POST. `4.x-legacy`: 4.x with its legacy user interface.
 */
export const generations = ["3.x-get", "3.x", "4.0", "4.2", "4.x-legacy"] as const;
export type ManagerGeneration = (typeof generations)[number];

export const securityLevels = ["strong", "normal", "normal-", "weak"] as const;
type SecurityLevel = (typeof securityLevels)[number];

export interface ManagerOptions {
  readonly generation: ManagerGeneration;
  /** The setting `security_level` of ComfyUI-Manager. Default "normal". */
  readonly securityLevel?: SecurityLevel;
  /** False: behaves as if the server listened on all addresses (`--listen 0.0.0.0`). Default true. */
  readonly loopback?: boolean;
  /** True: repositories that are not in the Manager's list may be cloned. Default false. */
  readonly allowGitUrlInstall?: boolean;
  readonly packs: readonly NodePack[];
  /** Milliseconds for which a reboot closes the port; default 50. */
  readonly rebootMs?: number;
  /** Milliseconds that each task takes; default 0. */
  readonly taskMs?: number;
}

/** An extension, which ComfyUI-Manager calls a node pack. */
export interface NodePack {
  /** Id in the registry; absent for a node pack that is only in the Manager's list. */
  readonly id?: string;
  /** Address of the repository: `https://github.com/owner/name`. */
  readonly repository?: string;
  readonly title?: string;
  readonly description?: string;
  readonly author?: string;
  /** Versions in the registry, oldest first. */
  readonly versions?: readonly string[];
  /** Node classes in the form of `/object_info`; the server adds `python_module`. */
  readonly classes?: Readonly<Record<string, Omit<ClassEntry, "python_module">>>;
  /** False: the node pack is not in the Manager's list and can only be cloned by its URL. Default true. */
  readonly listed?: boolean;
  /** The installation that exists when the server starts. */
  readonly installed?: {
    /** One of `versions`, "nightly" (a clone of a registered repository) or "unknown" (a clone of another repository). */
    readonly version: string;
    readonly enabled?: boolean;
  };
  /** `install`: the installation fails. `import`: the server fails to import the node pack. */
  readonly fails?: "install" | "import";
}

/** The name in folders and tasks: the registry id, or else the last part of the repository URL. */
export const nameOf = ({ id, repository }: NodePack): string => id ?? repositoryName(repository ?? "");

export const repositoryName = (url: string): string =>
  url
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .at(-1) ?? "";

export const latestVersion = ({ versions }: NodePack): string | undefined => versions?.at(-1);

/** Versions as `/manager/version` reports them. */
export const MANAGER_4_0 = "V4.0.4";
export const MANAGER_4_2 = "V4.2.2";
