// Checks one manifest: schema, id, plugin API range, entry module, Node version. Reports all problems.

import { existsSync } from "node:fs";
import satisfies from "semver/functions/satisfies.js";
import minVersion from "semver/ranges/min-version.js";
import subset from "semver/ranges/subset.js";
import { checkOwnSchema } from "../config/validate-schema.js";
import { cloneData } from "../config/complete-settings.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { containedPath, isContainedFile } from "../base/files/contained-path.js";
import { deepFreeze } from "../base/freeze.js";
import { apiVersion } from "../contract/api-version.js";
import type { FoundManifest } from "./discover-plugins.js";
import { surfaceDifference } from "./import-plugin.js";
import type { Manifest } from "../contract/manifest.gen.js";

export interface CheckedManifest {
  /** The manifest; present if its shape is valid, even if it has other problems. */
  readonly manifest?: Manifest;
  readonly problems: readonly PictorError[];
}

/**
 * Returns why a plugin API range is not acceptable; undefined if it is. The range must stay within one major version and
 * include the version that this kernel provides.
 */
export function rangeProblem(range: string, offered: string): string | undefined {
  const lowest = minVersion(range);
  if (lowest === null) return "is not a range";
  const oneMajor = `>=${lowest.major}.0.0-0 <${lowest.major + 1}.0.0-0`;
  if (!subset(range, oneMajor, { includePrerelease: true }))
    return "is open: it reaches into other major versions";
  // A pre-release of the kernel satisfies the range of the release, so that authors can test with it.
  return satisfies(offered, range, { includePrerelease: true }) ? undefined : "does not include it";
}

function mainProblem(found: FoundManifest, manifest: Manifest): PictorError | undefined {
  const { main } = manifest;
  if (found.location.kind === "inline") return undefined;
  if (main === undefined) {
    if (surfaceDifference(manifest, {}) === undefined) return undefined;
    const expected = "an entry module, because the manifest declares what needs code";
    const details = { file: found.file, pointer: "#/main", expected, found: "nothing" };
    return fault("MANIFEST_INVALID", { ...details, suggestion: "" });
  }
  try {
    const path = containedPath(found.location.path, main);
    // When sources run directly, the module has the extension .ts.
    if (existsSync(path) || existsSync(path.replace(/\.js$/, ".ts"))) return undefined;
    return fault("MANIFEST_MAIN_MISSING", { file: found.file, main });
  } catch (error) {
    return fault("MANIFEST_MAIN_ESCAPES", { file: found.file, main }, { cause: error });
  }
}

function panelProblems({ location, file }: FoundManifest, manifest: Manifest): readonly PictorError[] {
  return (manifest.contributes?.panels ?? []).flatMap(({ root }, index) => {
    if (location.kind === "inline" || isContainedFile(location.path, `${root}/index.html`)) return [];
    const pointer = `#/contributes/panels/${index}/root`;
    const expected = "a folder inside the plugin, with an index.html";
    return [fault("MANIFEST_INVALID", { file, pointer, expected, found: `"${root}"`, suggestion: "" })];
  });
}

function semanticProblems(found: FoundManifest, manifest: Manifest): readonly PictorError[] {
  const { file } = found;
  const problems: (PictorError | undefined)[] = [];
  const { id, kind } = manifest;
  // The id of a gate names what the gate checks.
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
  problems.push(mainProblem(found, manifest), ...panelProblems(found, manifest));
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

/** Checks a copy of one manifest, unless it was validated before. */
export async function checkManifest(found: FoundManifest): Promise<CheckedManifest> {
  if (found.isValidated === true) return { manifest: deepFreeze(found.manifest as Manifest), problems: [] };
  const copy = cloneData(found.manifest);
  const wrong = await checkOwnSchema("pictor:plugin-manifest:1", copy);
  if (wrong.length > 0) {
    const problems = wrong.map((entry) => fault("MANIFEST_INVALID", { file: found.file, ...entry }));
    return { problems };
  }
  const manifest = deepFreeze(copy as Manifest);
  return { manifest, problems: semanticProblems(found, manifest) };
}
