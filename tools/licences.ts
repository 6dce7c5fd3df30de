// The licences of the packages that an installed Pictor may contain, read from the lock file.

import type { Lock } from "./lock-checks.js";

/** Licences (SPDX) that let their users do what Pictor's own licence does, with their notice kept. */
export const acceptedLicences = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; "unknown" if the package names none. */
  readonly licence: string;
}

/** The foreign packages of a lock that are not for development alone, by name and version. */
export function shippedPackages({ packages }: Lock): readonly LicensedPackage[] {
  const foreign = Object.entries(packages).filter(
    ([folder, { link, dev }]) => folder.includes("node_modules/") && link !== true && dev !== true,
  );
  const listed = foreign.map(([folder, { name, version = "", license }]) => ({
    name: name ?? folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
    version,
    licence: license ?? "unknown",
  }));
  const unique = new Map(listed.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...unique.keys()].sort().map((key) => unique.get(key) as LicensedPackage);
}
