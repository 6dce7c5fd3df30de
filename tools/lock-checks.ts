// Checks of a package-lock.json, so that `npm ci` works on every machine. Each check returns the entries that fail it.

/** One entry of `packages`; the key is its folder. */
export interface LockEntry {
  /** The name of the package, if the folder has another one. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly extraneous?: boolean;
  readonly engines?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

const entriesOf = (lock: Lock): readonly [string, LockEntry][] => Object.entries(lock.packages);

/** Folders in which Node looks for a dependency of the package in `folder`, the nearest first; "" is the root. */
export function lookupFolders(folder: string): readonly string[] {
  const segments = folder === "" ? [] : folder.split("/");
  return Array.from({ length: segments.length + 1 }, (_, up) => segments.slice(0, segments.length - up))
    .filter((path) => path.at(-1) !== "node_modules")
    .map((path) => path.join("/"));
}

const isPresent = (lock: Lock, from: string, name: string): boolean =>
  lookupFolders(from).some((folder) =>
    Object.hasOwn(lock.packages, `${folder === "" ? "" : `${folder}/`}node_modules/${name}`),
  );

/**
 * Optional dependencies of an entry that are missing in the lock. npm omits dependencies that its registry did not have
 * when the lock was written, and every later `npm ci` fails.
 */
export const missingOptionals = (lock: Lock): readonly string[] =>
  entriesOf(lock).flatMap(([folder, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isPresent(lock, folder, name))
      .map((name) => `${folder} needs ${name}`),
  );

/** Entries that contain the registry of the machine on which the lock was written. */
export const registryAddresses = (lock: Lock): readonly string[] =>
  entriesOf(lock)
    .filter(([, { resolved }]) => resolved?.includes("://"))
    .map(([folder]) => folder);

/** Entries of a production install that run an install script. */
export const productionInstallScripts = (lock: Lock): readonly string[] =>
  entriesOf(lock)
    .filter(([, entry]) => entry.hasInstallScript === true && entry.dev !== true)
    .map(([folder]) => folder);

/** Entries that no package depends on. */
export const extraneousEntries = (lock: Lock): readonly string[] =>
  entriesOf(lock)
    .filter(([, entry]) => entry.extraneous === true)
    .map(([folder]) => folder);

/** Installed packages without an integrity hash. */
export const withoutIntegrity = (lock: Lock): readonly string[] =>
  entriesOf(lock)
    .filter(([folder, entry]) => folder.includes("node_modules/") && entry.link !== true)
    .filter(([, entry]) => entry.integrity === undefined)
    .map(([folder]) => folder);

/** Packages that are installed under the name of another one, as `folder is name`. */
export const renamedPackages = (lock: Lock): readonly string[] =>
  entriesOf(lock)
    .filter(([folder, { name }]) => folder.includes("node_modules/") && name !== undefined)
    .map(([folder, { name = "" }]) => `${folder} is ${name}`);
