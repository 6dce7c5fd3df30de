// What is wrong with one manifest: schema, id, plugin API range, entry module, Node. All problems, not just the first.

import { existsSync } from "node:fs";
import satisfies from "semver/functions/satisfies.js";
import minVersion from "semver/ranges/min-version.js";
import subset from "semver/ranges/subset.js";
import { checkOwnSchema } from "../config/validator.js";
import { cloneData } from "../config/settings.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { containedPath } from "../base/files/contained-path.js";
import { deepFreeze } from "../base/freeze.js";
import { apiVersion } from "../contract/api-version.js";
import type { FoundManifest } from "./discover.js";
import type { Manifest } from "../contract/manifest.gen.js";

export interface CheckedManifest {
  /** Present when the manifest has the right shape, even if something else is wrong with it. */
  readonly manifest?: Manifest;
  readonly problems: readonly PictorError[];
}

/** Why a plugin API range cannot be taken, or undefined. It must lie inside one major version and hold ours. */
export function rangeProblem(range: string, offered: string): string | undefined {
  const lowest = minVersion(range);
  if (lowest === null) return "is not a range";
  const oneMajor = `>=${lowest.major}.0.0-0 <${lowest.major + 1}.0.0-0`;
  if (!subset(range, oneMajor, { includePrerelease: true }))
    return "is open: it reaches into other major versions";
  // A release candidate of the kernel is offered to plugins for the release, so that authors can try it.
  return satisfies(offered, range, { includePrerelease: true }) ? undefined : "does not include it";
}

function mainProblem(found: FoundManifest, main: string): PictorError | undefined {
  if (found.place.kind === "inline") return undefined;
  try {
    const path = containedPath(found.place.path, main);
    // Where sources run as they are, the module has their ending.
    if (existsSync(path) || existsSync(path.replace(/\.js$/, ".ts"))) return undefined;
    return fault("MANIFEST_MAIN_MISSING", { file: found.file, main });
  } catch (error) {
    return fault("MANIFEST_MAIN_ESCAPES", { file: found.file, main }, { cause: error });
  }
}

function meaningProblems(found: FoundManifest, manifest: Manifest): readonly PictorError[] {
  const { file } = found;
  const problems: (PictorError | undefined)[] = [];
  const { id, kind } = manifest;
  // Gates are named after what they check.
  const isNamedAfterKind = kind === "gate" ? id.endsWith("-checker") : id.startsWith(`${kind}-`);
  if (!isNamedAfterKind) {
    const form = kind === "gate" ? "<what>-checker" : `${kind}-<name>`;
    problems.push(fault("MANIFEST_ID_KIND", { file, id, kind, form }));
  }
  const reason = rangeProblem(manifest.apiVersion, apiVersion);
  if (reason !== undefined) {
    problems.push(
      fault("PLUGIN_API_RANGE", { file, range: manifest.apiVersion, reason, offered: apiVersion }),
    );
  }
  problems.push(mainProblem(found, manifest.main));
  if (manifest.contributes?.authSchemes?.some(({ id }) => id === "none")) {
    const details = { file, pointer: "#/contributes/authSchemes", expected: 'a scheme id other than "none"' };
    problems.push(
      fault("MANIFEST_INVALID", { ...details, found: '"none", the absence of a scheme', suggestion: "" }),
    );
  }
  const node = manifest.requires?.node;
  if (node !== undefined && !satisfies(process.versions.node, node, { includePrerelease: true })) {
    problems.push(fault("PLUGIN_NODE_RANGE", { file, range: node, found: process.versions.node }));
  }
  return problems.filter((problem) => problem !== undefined);
}

/** Checks one manifest. The value that was found is not touched. */
export async function checkManifest(found: FoundManifest): Promise<CheckedManifest> {
  const copy = cloneData(found.manifest);
  const wrong = await checkOwnSchema("pictor:plugin-manifest:1", copy);
  if (wrong.length > 0) {
    const problems = wrong.map((entry) => fault("MANIFEST_INVALID", { file: found.file, ...entry }));
    return { problems };
  }
  const manifest = deepFreeze(copy as Manifest);
  return { manifest, problems: meaningProblems(found, manifest) };
}
