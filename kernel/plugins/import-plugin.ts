// Turns a valid manifest into running code: imports the module, calls its function, and compares the result with the manifest.

import { pathToFileURL } from "node:url";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf } from "../base/errors/pictor-error.js";
import { systemCode } from "../base/errors/system-code.js";
import { describeValue } from "../base/errors/explain-violation.js";
import { sourceLocation } from "../base/files/source-location.js";
import { containedPath, realPathOfExisting } from "../base/files/contained-path.js";
import type { Clock } from "../base/clock.js";
import { raceAbort, withTimeout } from "../base/waiting.js";
import { runAttributed } from "../hooks/rejection-owner.js";
import type { Candidate } from "./candidate.js";
import { declaredTaps } from "./declared-taps.js";
import { contributionNouns } from "./contribution-nouns.js";
import type { Manifest } from "../contract/manifest.gen.js";
import type { ImportModule, Plugin, PluginContext, PluginRegistration } from "../contract/plugins.js";

/**
 * Time limits of the two steps of loading, in milliseconds, because a top-level await or a plugin's function may never
 * settle.
 */
const importLimitMs = 10_000;
const applyLimitMs = 10_000;

/** The limits of loading a plugin. */
export interface LoadLimits {
  readonly clock: Clock;
  /** Aborted at disposal, which does not wait for a module that hangs. */
  readonly signal: AbortSignal;
  readonly attributeRejections: boolean;
  readonly importModule: ImportModule;
}

const withLoadLimit = <T>(
  { clock, signal }: LoadLimits,
  ms: number,
  work: Promise<T>,
  expired: () => PictorError,
): Promise<T> =>
  withTimeout(clock, ms, raceAbort(signal, work), () => {
    throw expired();
  });

/** Describes a thrown value, with its location in the plugin's files. */
const describeFailure = (error: unknown, { location }: Candidate["found"]): string =>
  reasonOf(error) + sourceLocation(location.kind === "folder" ? location.path : undefined, error);

/** The error of a module that was not imported; `main` is that of the plugin. */
function importFault(error: unknown, { found, manifest: { id } }: Candidate, main: string): PictorError {
  const reason = describeFailure(error, found);
  // Node has one code for files and packages that are not there.
  const isPackage = systemCode(error) === "ERR_MODULE_NOT_FOUND" && /^cannot find package /i.test(reason);
  return isPackage
    ? fault("PLUGIN_PACKAGE_MISSING", { id, reason }, { cause: error })
    : fault("PLUGIN_IMPORT_FAILED", { id, reason, main }, { cause: error });
}

const toPluginError = (error: unknown, otherwise: () => PictorError): PictorError =>
  error instanceof PictorError ? error : otherwise();

/** Imports the module of a plugin and returns its default export. A plugin without a module provides nothing. */
export async function importPlugin(candidate: Candidate, limits: LoadLimits): Promise<Plugin> {
  const { found, manifest } = candidate;
  if (found.location.kind === "inline") return found.location.plugin;
  const { id, main } = manifest;
  if (main === undefined) return () => ({});
  const folder = realPathOfExisting(found.location.path);
  const url = pathToFileURL(containedPath(folder, main)).href;
  const owner = { plugin: id, hook: "load" } as const;
  const importing = runAttributed(limits.attributeRejections, owner, () => limits.importModule(url, folder));
  const module = await withLoadLimit(limits, importLimitMs, importing, () =>
    fault("PLUGIN_IMPORT_TIMEOUT", { id, timeoutMs: importLimitMs, main }),
  ).catch((error: unknown) => {
    throw toPluginError(error, () => importFault(error, candidate, main));
  });
  if (typeof module.default !== "function") {
    throw fault("PLUGIN_EXPORT_INVALID", { id, found: describeValue(module.default) });
  }
  return module.default as Plugin;
}

/** Calls the plugin's function and checks its result. */
export async function applyPlugin(
  plugin: Plugin,
  { found, manifest }: Candidate,
  context: PluginContext,
  limits: LoadLimits,
): Promise<PluginRegistration> {
  const { id } = manifest;
  const owner = { plugin: id, hook: "load" } as const;
  const applying = runAttributed(limits.attributeRejections, owner, async () => plugin(context));
  const parts = await withLoadLimit(limits, applyLimitMs, applying, () =>
    fault("PLUGIN_APPLY_TIMEOUT", { id, timeoutMs: applyLimitMs }),
  ).catch((error: unknown) => {
    throw toPluginError(error, () =>
      fault("PLUGIN_APPLY_FAILED", { id, reason: describeFailure(error, found) }, { cause: error }),
    );
  });
  const difference = surfaceDifference(manifest, parts);
  if (difference !== undefined) throw fault("PLUGIN_SURFACE", { id, difference });
  return parts;
}

function* compareNames(what: string, declared: readonly string[], provided: readonly string[]) {
  for (const name of declared)
    if (!provided.includes(name)) yield `declares the ${what} "${name}", which its code does not provide`;
  for (const name of provided)
    if (!declared.includes(name)) yield `provides the ${what} "${name}", which plugin.json does not declare`;
}

const namesOf = (record: object | undefined): readonly string[] => Object.keys(record ?? {});
const idsOf = (entries: readonly { readonly id: string }[] | undefined) =>
  (entries ?? []).map(({ id }) => id);

/** The contributions that code implements. */
const providedKinds = ["authSchemes", "backends", "secretStores", "apis"] as const;

function* differencesOf(manifest: Manifest, { handlers, provides }: PluginRegistration) {
  const { contributes } = manifest;
  for (const [name, handler] of Object.entries(handlers ?? {}))
    if (typeof handler !== "function") yield `provides the handler "${name}", which is not a function`;
  const declared = new Set(declaredTaps(manifest).map(({ handler }) => handler));
  yield* compareNames("handler", [...declared], namesOf(handlers));
  for (const kind of providedKinds) {
    const [ids, provided] = [idsOf(contributes?.[kind]), namesOf(provides?.[kind])];
    // An auth scheme may have nothing but its handler.
    const needed = kind === "authSchemes" ? ids.filter((id) => provided.includes(id)) : ids;
    yield* compareNames(contributionNouns[kind], needed, provided);
  }
  for (const { id, actions, issuesTokens } of contributes?.authSchemes ?? []) {
    const scheme = provides?.authSchemes?.[id];
    yield* compareNames(`action of ${id}`, idsOf(actions), namesOf(scheme?.actions));
    if (issuesTokens !== (scheme?.token !== undefined))
      yield `declares issuesTokens ${issuesTokens} for ${id}, and its code says otherwise`;
  }
  for (const { id, webSocket } of contributes?.apis ?? [])
    if (webSocket !== (provides?.apis?.[id]?.upgrade !== undefined))
      yield `declares webSocket ${webSocket} for ${id}, and its code says otherwise`;
}

/** Describes the first difference between code and manifest; undefined if there is none. */
export function surfaceDifference(manifest: Manifest, parts: unknown): string | undefined {
  if (typeof parts !== "object" || parts === null)
    return `returns ${describeValue(parts)} instead of its parts`;
  return [...differencesOf(manifest, parts)][0];
}
