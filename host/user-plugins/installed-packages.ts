// What npm has installed, from its package-lock.json: each package with the archive that it came from. All are of the registry.

import { ArchiveProblem } from "@pictor/archives";
import { withoutCredentials } from "@pictor/extensions";
import { isRecord, recordOrEmpty } from "@pictor/kernel";

/** A package at one place below `node_modules`, as in the package-lock.json of npm. */
export interface PinnedPackage {
  readonly version: string;
  /** The address of the archive, without credentials; missing for a package that came inside of another one. */
  readonly resolved?: string;
  readonly integrity?: string;
}

/** The packages by their paths below `node_modules`. */
export type PinnedPackages = Readonly<Record<string, PinnedPackage>>;

const dependencyKinds = ["dependencies", "optionalDependencies", "peerDependencies"] as const;

/** A version, a range, a tag, or another name of a package of the registry; anything else is an address or a path. */
const isOfRegistry = (wanted: unknown): boolean =>
  typeof wanted === "string" && !/[/:]/.test(wanted.replace(/^npm:(?:@[^/]+\/)?/, ""));

function requireRegistryNames(path: string, entry: Readonly<Record<string, unknown>>): void {
  for (const kind of dependencyKinds) {
    const needed = entry[kind];
    if (!isRecord(needed)) continue;
    const other = Object.entries(needed).find(([, wanted]) => !isOfRegistry(wanted));
    if (other !== undefined)
      throw new ArchiveProblem(
        `its package "${path}" needs "${other[0]}" from another source, and only the npm registry is used`,
      );
  }
}

function pinned(path: string, entry: unknown): PinnedPackage {
  const refused = (reason: string) => new ArchiveProblem(`its package "${path}" ${reason}`);
  if (!isRecord(entry)) throw refused("has no version");
  requireRegistryNames(path, entry);
  const { version, resolved, integrity, inBundle, link } = entry;
  if (link !== true && inBundle === true && typeof version === "string") return { version };
  if (typeof resolved !== "string" || !/^https?:/i.test(resolved) || !URL.canParse(resolved))
    throw refused("comes from another source, and only the npm registry is used");
  if (typeof version !== "string" || typeof integrity !== "string")
    throw refused("has no version or digest in the registry, so that it cannot be pinned");
  return { version, resolved: withoutCredentials(resolved), integrity };
}

/** Reads the content of a package-lock.json. Throws `ArchiveProblem` for a package that is not of the registry. */
export function installedPackages(lock: unknown): PinnedPackages {
  const packages = recordOrEmpty(recordOrEmpty(lock)["packages"]);
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([path]) => path !== "")
      .map(([path, entry]) => {
        const name = path.replace(/^node_modules\//, "");
        if (name === path)
          throw new ArchiveProblem(`it needs the folder "${path}", and only the npm registry is used`);
        return [name, pinned(name, entry)] as const;
      }),
  );
}
