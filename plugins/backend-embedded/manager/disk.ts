// The folder `custom_nodes` of the fake Manager: what lies there, what is reserved for the next start, and what a task
// does to it. Results are worded as the real Manager words them.
import { createHash } from "node:crypto";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import { latestOf, nameOf, type Pack } from "./options.js";

export interface OnDisk {
  readonly pack: Pack;
  /** Exact, "nightly" or "unknown". */
  version: string;
  enabled: boolean;
  /** The version that takes its place at the next start: the real one switches only then, too. */
  reserved?: string;
}

export interface Disk {
  all(): readonly OnDisk[];
  find(name: string): OnDisk | undefined;
  /** `latest`, `nightly`, `unknown` or an exact version. */
  install(name: string, version: string): string;
  clone(pack: Pack): string;
  update(name: string): string;
  enable(name: string): string;
  disable(name: string): string;
  remove(name: string, isUnknown: boolean): string;
  /** The server starts: what is reserved takes place. */
  start(): void;
  /** Node classes of what is there, enabled and loads. */
  classes(): ExtraClasses;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const isOwn = (name: string): boolean => name.toLowerCase().includes("comfyui-manager");

/** The folder below `custom_nodes`; a disabled one is in `.disabled`, named with its version. */
export const folderOf = ({ pack, version, enabled }: OnDisk): string =>
  enabled || version === "unknown" ? nameOf(pack) : `${nameOf(pack)}@${version.replaceAll(".", "_")}`;

/** 40 hexadecimal digits, always the same for a pack. */
export const commitOf = (pack: Pack): string => createHash("sha1").update(nameOf(pack)).digest("hex");

export function createDisk(packs: readonly Pack[]): Disk {
  let there: OnDisk[] = packs.flatMap((pack) =>
    pack.installed === undefined
      ? []
      : [{ pack, version: pack.installed.version, enabled: pack.installed.enabled ?? true }],
  );
  const find = (name: string): OnDisk | undefined => there.find(({ pack }) => same(nameOf(pack), name));
  const known = (name: string): Pack | undefined =>
    packs.find((pack) => pack.listed !== false && same(nameOf(pack), name));

  function put(pack: Pack, version: string): string {
    if (pack.fails === "install") return `Failed to execute install script: ${nameOf(pack)}@${version}`;
    there = [...there.filter((entry) => entry.pack !== pack), { pack, version, enabled: true }];
    return "success";
  }

  return {
    all: () => there,
    find,
    install(name, wanted) {
      if (isOwn(name)) return `ignored: installing '${name}'`;
      const pack = known(name);
      const offered = pack?.id === undefined ? undefined : pack.versions;
      if (pack === undefined || (wanted === "latest" && offered === undefined))
        return `Cannot resolve install target: '${name}@${wanted}'`;
      const version = wanted === "latest" ? (latestOf(pack) ?? "") : wanted;
      const found = find(name);
      if (version === "nightly" || version === "unknown") {
        if (pack.repository === undefined) return `Node '${name}@${version}' not found in [default, cache]`;
        if (found?.version === version) found.enabled = true;
        return found?.version === version ? "success" : put(pack, version);
      }
      if (offered?.includes(version) !== true) return `not available node: ${name}@${version}`;
      if (found === undefined || found.version === "nightly" || found.version === "unknown")
        return put(pack, version);
      found.enabled = true;
      if (pack.fails === "install") return `Failed to execute install script: ${name}@${version}`;
      if (found.version === version) delete found.reserved;
      else found.reserved = version;
      return "success";
    },
    clone: (pack) => (find(nameOf(pack)) === undefined ? put(pack, "unknown") : "Already exists"),
    update(name) {
      const found = find(name);
      if (!found?.enabled) return `An error occurred while updating '${name}'.`;
      if (found.pack.fails === "install") return `An error occurred while updating '${name}'.`;
      const latest = latestOf(found.pack);
      if (found.version === "nightly" || found.version === "unknown") return "success";
      if (latest === undefined || latest === found.version) return "skip";
      found.reserved = latest;
      return "success";
    },
    enable(name) {
      const found = find(name);
      if (found !== undefined && !isOwn(name)) found.enabled = true;
      return "success";
    },
    disable(name) {
      const found = find(name);
      if (found !== undefined && !isOwn(name)) found.enabled = false;
      return "success";
    },
    remove(name, isUnknown) {
      if (isOwn(name)) return `An error occurred while uninstalling '${name}'.`;
      there = there.filter((entry) => entry !== find(name) || (entry.version === "unknown") !== isUnknown);
      return "success";
    },
    start() {
      for (const entry of there) {
        if (entry.reserved !== undefined) entry.version = entry.reserved;
        delete entry.reserved;
      }
    },
    classes() {
      const loaded = there.filter(({ pack, enabled }) => enabled && pack.fails !== "import");
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
