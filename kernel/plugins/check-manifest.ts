// Checks one manifest: schema, id, plugin API range, entry module, Node version. Reports all problems.

import { existsSync } from "node:fs";
import satisfies from "semver/functions/satisfies.js";
import minVersion from "semver/ranges/min-version.js";
import subset from "semver/ranges/subset.js";
import { checkOwnSchema } from "../config/validate-schema.js";
import { checkedCopy } from "../base/errors/checked-copy.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { containedPath, isContainedFile } from "../base/files/contained-path.js";
import { deepFreeze } from "../base/freeze.js";
import { keepNewest } from "../base/keep-newest.js";
import { apiVersion } from "../contract/api-version.js";
import { repeatedTaps } from "./declared-taps.js";
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
function rangeProblem(range: string, offered: string): string | undefined {
  const lowest = minVersion(range);
  if (lowest === null) return "is not a range";
  const oneMajor = `>=${lowest.major}.0.0-0 <${lowest.major + 1}.0.0-0`;
  if (!subset(range, oneMajor, { includePrerelease: true }))
    return "is open: it reaches into other major versions";
  // A pre-release of the kernel satisfies the range of the release, so that authors can test with it.
  return satisfies(offered, range, { includePrerelease: true }) ? undefined : "does not include it";
}

const invalid = (file: string, pointer: string, expected: string, found: string): PictorError =>
  fault("MANIFEST_INVALID", { file, pointer, expected, found, suggestion: "" });

function mainProblem(found: FoundManifest, manifest: Manifest): readonly PictorError[] {
  const { main } = manifest;
  if (found.location.kind === "inline") return [];
  if (main === undefined) {
    if (surfaceDifference(manifest, {}) === undefined) return [];
    const expected = "an entry module, because the manifest declares what needs code";
    return [invalid(found.file, "#/main", expected, "nothing")];
  }
  try {
    const path = containedPath(found.location.path, main);
    // When sources run directly, the module has the extension .ts.
    if (existsSync(path) || existsSync(path.replace(/\.js$/, ".ts"))) return [];
    return [fault("MANIFEST_MAIN_MISSING", { file: found.file, main })];
  } catch (error) {
    return [fault("MANIFEST_MAIN_ESCAPES", { file: found.file, main }, { cause: error })];
  }
}

function panelProblems({ location, file }: FoundManifest, manifest: Manifest): readonly PictorError[] {
  return (manifest.contributes?.panels ?? []).flatMap(({ root }, index) => {
    if (location.kind === "inline" || isContainedFile(location.path, `${root}/index.html`)) return [];
    const expected = "a folder inside the plugin, with an index.html";
    return [invalid(file, `#/contributes/panels/${index}/root`, expected, `"${root}"`)];
  });
}

/** What depends on the text alone, the kernel and the running Node. */
function textProblems(file: string, manifest: Manifest): readonly PictorError[] {
  const problems: PictorError[] = [];
  const { id, kind, apiVersion: range, contributes, requires } = manifest;
  // The id of a gate names what the gate checks.
  const form = kind === "gate" ? "<what>-checker" : `${kind}-<name>`;
  const isNamedAfterKind = kind === "gate" ? id.endsWith("-checker") : id.startsWith(`${kind}-`);
  if (!isNamedAfterKind) problems.push(fault("MANIFEST_ID_KIND", { file, id, kind, form }));
  const reason = rangeProblem(range, apiVersion);
  if (reason !== undefined)
    problems.push(fault("PLUGIN_API_RANGE", { file, range, reason, offered: apiVersion }));
  if (contributes?.authSchemes?.some((scheme) => scheme.id === "none")) {
    const [expected, none] = ['a scheme id other than "none"', '"none", the absence of a scheme'];
    problems.push(invalid(file, "#/contributes/authSchemes", expected, none));
  }
  for (const index of repeatedTaps(manifest)) {
    const expected = "no tap for a handler that an auth scheme or a feature names";
    problems.push(invalid(file, `#/taps/${index}`, expected, "one, so that the handler would run twice"));
  }
  const [node, running] = [requires?.node, process.versions.node];
  if (node !== undefined && !satisfies(running, node, { includePrerelease: true }))
    problems.push(fault("PLUGIN_NODE_RANGE", { file, range: node, found: running }));
  return problems;
}

const folderProblems = (found: FoundManifest, manifest: Manifest): readonly PictorError[] => [
  ...mainProblem(found, manifest),
  ...panelProblems(found, manifest),
];

/**
 * The manifests whose text has no problem, by that text, limited to the latest: a process with many kernels reads the same
 * files repeatedly.
 */
const validTexts = new Map<string, Manifest>();
const keptTexts = 256;

/**
 * Checks a copy of one manifest, unless it was validated before. A text without problems is checked once; what depends on
 * the folder, each time.
 */
export async function checkManifest(found: FoundManifest): Promise<CheckedManifest> {
  const { text, file, isValidated = false } = found;
  if (isValidated) return { manifest: deepFreeze(found.manifest as Manifest), problems: [] };
  const known = text === undefined ? undefined : validTexts.get(text);
  if (known !== undefined) return { manifest: known, problems: folderProblems(found, known) };
  const { copy, problems: wrong } = await checkedCopy(found.manifest, (given) =>
    checkOwnSchema("pictor:plugin-manifest:1", given),
  );
  if (wrong.length > 0)
    return { problems: wrong.map((entry) => fault("MANIFEST_INVALID", { file, ...entry })) };
  const manifest = deepFreeze(copy as Manifest);
  const problems = textProblems(file, manifest);
  if (text !== undefined && problems.length === 0) validTexts.set(text, manifest);
  keepNewest(validTexts, keptTexts);
  return { manifest, problems: [...problems, ...folderProblems(found, manifest)] };
}
