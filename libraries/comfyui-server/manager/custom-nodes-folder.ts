// Simulates the folder `custom_nodes`: the installed node packs, and the effects of tasks on them. Tasks return the result
// texts of the real ComfyUI-Manager.
import { createHash } from "node:crypto";
import type { ExtraClasses } from "../classes/extra-classes.js";
import { latestVersion, nameOf, type NodePack } from "./options.js";

export interface InstalledPack {
  readonly pack: NodePack;
  /** An exact version, "nightly" or "unknown". */
  version: string;
  enabled: boolean;
  /** The version that replaces `version` at the next start of the server, as in the real Manager. */
  pendingVersion?: string;
}

export type CustomNodesFolder = ReturnType<typeof createCustomNodesFolder>;

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
/** Tasks on the Manager itself are ignored or fail. */
const isManager = (name: string): boolean => name.toLowerCase().includes("comfyui-manager");

/** The name of a pack's folder below `custom_nodes`, or below `custom_nodes/.disabled` with the version in the name. */
export const folderOf = ({ pack, version, enabled }: InstalledPack): string =>
  enabled || version === "unknown" ? nameOf(pack) : `${nameOf(pack)}@${version.replaceAll(".", "_")}`;

/** A commit hash of 40 hexadecimal digits that depends on the name only. */
export const commitOf = (pack: NodePack): string => createHash("sha1").update(nameOf(pack)).digest("hex");

export function createCustomNodesFolder(packs: readonly NodePack[]) {
  let entries: InstalledPack[] = packs.flatMap((pack) =>
    pack.installed === undefined
      ? []
      : [{ pack, version: pack.installed.version, enabled: pack.installed.enabled ?? true }],
  );
  const find = (name: string): InstalledPack | undefined =>
    entries.find(({ pack }) => isSameName(nameOf(pack), name));
  const findListed = (name: string): NodePack | undefined =>
    packs.find((pack) => pack.listed !== false && isSameName(nameOf(pack), name));

  function add(pack: NodePack, version: string): string {
    if (pack.fails === "install") return `Failed to execute install script: ${nameOf(pack)}@${version}`;
    entries = [...entries.filter((entry) => entry.pack !== pack), { pack, version, enabled: true }];
    return "success";
  }

  return {
    all: (): readonly InstalledPack[] => entries,
    find,
    /** `version` is `latest`, `nightly`, `unknown` or an exact version. */
    install(name: string, requested: string) {
      if (isManager(name)) return `ignored: installing '${name}'`;
      const pack = findListed(name);
      const available = pack?.id === undefined ? undefined : pack.versions;
      if (pack === undefined || (requested === "latest" && available === undefined))
        return `Cannot resolve install target: '${name}@${requested}'`;
      const version = requested === "latest" ? (latestVersion(pack) ?? "") : requested;
      const found = find(name);
      if (version === "nightly" || version === "unknown") {
        if (pack.repository === undefined) return `Node '${name}@${version}' not found in [default, cache]`;
        if (found?.version === version) found.enabled = true;
        return found?.version === version ? "success" : add(pack, version);
      }
      if (available?.includes(version) !== true) return `not available node: ${name}@${version}`;
      if (found === undefined || found.version === "nightly" || found.version === "unknown")
        return add(pack, version);
      found.enabled = true;
      if (pack.fails === "install") return `Failed to execute install script: ${name}@${version}`;
      if (found.version === version) delete found.pendingVersion;
      else found.pendingVersion = version;
      return "success";
    },
    clone: (pack: NodePack) => (find(nameOf(pack)) === undefined ? add(pack, "unknown") : "Already exists"),
    update(name: string) {
      const found = find(name);
      if (!found?.enabled) return `An error occurred while updating '${name}'.`;
      if (found.pack.fails === "install") return `An error occurred while updating '${name}'.`;
      const latest = latestVersion(found.pack);
      if (found.version === "nightly" || found.version === "unknown") return "success";
      if (latest === undefined || latest === found.version) return "skip";
      found.pendingVersion = latest;
      return "success";
    },
    enable(name: string) {
      const found = find(name);
      if (found !== undefined && !isManager(name)) found.enabled = true;
      return "success";
    },
    disable(name: string) {
      const found = find(name);
      if (found !== undefined && !isManager(name)) found.enabled = false;
      return "success";
    },
    remove(name: string, isUnknown: boolean) {
      if (isManager(name)) return `An error occurred while uninstalling '${name}'.`;
      entries = entries.filter(
        (entry) => entry !== find(name) || (entry.version === "unknown") !== isUnknown,
      );
      return "success";
    },
    /** Called when the server starts: applies pending versions. */
    start() {
      for (const entry of entries) {
        if (entry.pendingVersion !== undefined) entry.version = entry.pendingVersion;
        delete entry.pendingVersion;
      }
    },
    /** The node classes of all node packs that are enabled and can be imported. */
    classes(): ExtraClasses {
      const loaded = entries.filter(({ pack, enabled }) => enabled && pack.fails !== "import");
      return Object.fromEntries(
        loaded.flatMap((entry) =>
          Object.entries(entry.pack.classes ?? {}).map(([name, about]) => [
            name,
            { ...about, python_module: `custom_nodes.${folderOf(entry)}` },
          ]),
        ),
      );
    },
  };
}
