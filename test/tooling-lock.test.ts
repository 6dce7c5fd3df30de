// The lock file can be installed everywhere: complete, from any registry, without scripts, on the oldest supported Node.

import { join } from "node:path";
import semver from "semver";
import { describe, expect, it } from "vitest";
import {
  extraneousEntries,
  missingOptionals,
  productionInstallScripts,
  registryAddresses,
  renamedPackages,
  withoutIntegrity,
  type Lock,
  type LockEntry,
} from "../tools/lock-checks.js";
import { acceptedLicences, shippedPackages } from "../tools/licences.js";
import { readJson, readPackage, readWorkspaces } from "../tools/workspaces.js";

const root = join(import.meta.dirname, "..");
const lock = readJson(join(root, "package-lock.json")) as Lock;
const lockOf = (packages: Record<string, LockEntry>): Lock => ({ packages });
const native = { optionalDependencies: { "native-x64": "1.0.0" } };

describe("package-lock.json", () => {
  it("names no registry", () => {
    expect(registryAddresses(lock)).toEqual([]);
  });

  it("holds every optional dependency that one of its entries names", () => {
    expect(missingOptionals(lock)).toEqual([]);
  });

  it("runs no install script for what the packages depend on", () => {
    expect(productionInstallScripts(lock)).toEqual([]);
  });

  it("holds nothing that no package asks for", () => {
    expect(extraneousEntries(lock)).toEqual([]);
  });

  it("vouches for the content of everything that is downloaded", () => {
    expect(withoutIntegrity(lock)).toEqual([]);
  });

  it("installs no package under the name of an unrelated one", () => {
    expect(renamedPackages(lock)).toEqual([
      "node_modules/@typescript/native is typescript",
      "node_modules/@typescript/old is typescript",
      // The lowest version that the plugin backend-queue takes, for its tests.
      "node_modules/bullmq-lowest is bullmq",
      "node_modules/typescript is @typescript/typescript6",
    ]);
  });

  it("ships only packages under permissive licences", () => {
    expect(shippedPackages(lock).filter(({ licence }) => !acceptedLicences.includes(licence))).toEqual([]);
  });

  it("holds only packages that run on the oldest Node that we support", () => {
    const floor = semver.minVersion(readPackage(root).engines?.["node"] ?? "")!;
    const tooNew = Object.entries(lock.packages).filter(([, { engines }]) => {
      const range = (engines as Record<string, string> | undefined)?.["node"];
      return range !== undefined && !semver.satisfies(floor, range);
    });
    expect(tooNew).toEqual([]);
  });

  it("agrees with every package.json", () => {
    for (const { folder, manifest } of [
      { folder: "", manifest: readPackage(root) },
      ...readWorkspaces(root),
    ]) {
      const entry = lock.packages[folder];
      expect(entry?.version, folder).toBe(manifest.version);
      expect(entry?.dependencies ?? {}, folder).toEqual(manifest.dependencies ?? {});
    }
  });
});

describe.each([
  ["of the clients that bench compares with", "bench/peers"],
  ["of the programs that the full tests connect", "test/full/programs"],
  ["of the programs that the nightly tests start", "test/full/programs/nightly"],
])("the lock %s", (_what, place) => {
  const folder = join(root, place);
  const own = readJson(join(folder, "package-lock.json")) as Lock;

  it("names no registry, lacks nothing, holds nothing in vain, and vouches for every content", () => {
    expect(registryAddresses(own)).toEqual([]);
    expect(missingOptionals(own)).toEqual([]);
    expect(extraneousEntries(own)).toEqual([]);
    expect(withoutIntegrity(own)).toEqual([]);
  });

  it("agrees with its package.json, which names exact versions", () => {
    const { dependencies = {} } = readPackage(folder);
    expect(own.packages[""]?.dependencies).toEqual(dependencies);
    expect(Object.values(dependencies).filter((version) => semver.valid(version) !== version)).toEqual([]);
  });

  it("is not part of the default install", () => {
    expect(Object.keys(lock.packages).filter((entry) => entry.startsWith(place))).toEqual([]);
    expect(readWorkspaces(root).map((workspace) => workspace.folder)).not.toContain(place);
  });
});

describe("the checks of a lock", () => {
  it("sees an optional dependency that is missing", () => {
    expect(missingOptionals(lockOf({ "node_modules/a": native }))).toEqual([
      "node_modules/a needs native-x64",
    ]);
  });

  it("does not accept one in a stranger's node_modules", () => {
    const packages = { "node_modules/a": native, "node_modules/b/node_modules/native-x64": {} };
    expect(missingOptionals(lockOf(packages))).toHaveLength(1);
  });

  it("lists the licence of what is shipped, once for each version", () => {
    const packages = {
      "libraries/c": { license: "MIT" },
      "node_modules/b": { version: "2.0.0", license: "ISC", optional: true },
      "node_modules/b/node_modules/@s/a": { version: "1.0.0" },
      "node_modules/d": { version: "1.0.0", license: "MIT", dev: true },
      "node_modules/e/node_modules/b": { version: "2.0.0", license: "ISC" },
    };
    expect(shippedPackages(lockOf(packages))).toEqual([
      { name: "@s/a", version: "1.0.0", licence: "unknown" },
      { name: "b", version: "2.0.0", licence: "ISC" },
    ]);
  });

  it("allows install scripts to development tools only", () => {
    const packages = {
      "node_modules/a": { hasInstallScript: true },
      "node_modules/b": { hasInstallScript: true, dev: true },
      "node_modules/c": { hasInstallScript: true, optional: true },
    };
    expect(productionInstallScripts(lockOf(packages))).toEqual(["node_modules/a", "node_modules/c"]);
  });
});
