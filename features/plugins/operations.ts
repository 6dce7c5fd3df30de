// The operations on plugins, the chains of their hooks, and the validation of plugin folders.

import type { Plugin } from "@pictor/client";
import { checkPluginFolder, errorToJson, type Pictor } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { declaredTaps, hookNames, type ChainEntry, type PluginRecord } from "@pictor/kernel";
import { isAdministrator, ok, operation, thingUnknown } from "../base/index.js";

export interface PluginContext {
  readonly pictor: Pick<Pictor, "inspect" | "plugins" | "problems" | "redact">;
}

/** The taps of a plugin, with their positions in the chains. */
const tapsOf = ({ id, manifest }: PluginRecord, pictor: PluginContext["pictor"]) =>
  declaredTaps(manifest).map(({ hook, handler }) => {
    const chain = pictor.inspect(hook);
    const index = chain.findIndex((entry) => entry.owner === id && entry.handler === handler);
    return { hook, handler, of: chain.length, ...(index >= 0 && { position: index + 1 }) };
  });

const entryOf = ({ owner, handler, place, after, when, timeoutMs }: ChainEntry) => ({
  owner,
  handler,
  place,
  after: [...after],
  when: { ...when },
  ...(Number.isFinite(timeoutMs) && { timeoutMs }),
});

function pluginOf({ id, manifest, status }: PluginRecord): Plugin {
  const { kind, version, title, description } = manifest;
  return {
    id,
    kind,
    version,
    state: status.state,
    ...("reason" in status && { reason: status.reason }),
    title,
    description,
  };
}

export const pluginOperations = {
  listPlugins: operation("GET /v1/plugins", {
    scope: "read",
    group: "describe",
    summary: "The plugins and their states",
    replies: ok("PluginList", "The plugins"),
  }).handle((_call, { pictor }: PluginContext) => ({ plugins: pictor.plugins().map(pluginOf) })),
  listProblems: operation("GET /v1/problems", {
    scope: "read",
    group: "describe",
    summary: "The problems of all plugins",
    replies: ok("ProblemList", "The problems"),
  }).handle((_call, { pictor }: PluginContext) => ({
    problems: pictor.problems().map((problem) => errorToJson(problem, pictor.redact)),
  })),
  readPlugin: operation("GET /v1/plugins/{id}", {
    scope: "read",
    group: "plugins",
    summary: "A plugin: its manifest, and the positions of its taps",
    replies: ok("PluginInspection", "The plugin"),
  }).handle(({ params: { id }, caller }, { pictor }: PluginContext) => {
    const record = pictor.plugins().find((one) => one.id === id);
    if (record === undefined) throw thingUnknown("plugin", id, "/v1/plugins");
    return {
      plugin: pluginOf(record),
      // Only an administrator sees the folder, which is a path on the machine of the server.
      ...(isAdministrator(caller) && { origin: record.origin }),
      manifest: plainRecord({ ...record.manifest }, pictor.redact) as Record<string, unknown>,
      taps: tapsOf(record, pictor),
    };
  }),
  readHook: operation("GET /v1/hooks/{name}", {
    scope: "read",
    group: "plugins",
    summary: "The handlers of a hook, in the order in which they run",
    replies: ok("HookChain", "The handlers"),
  }).handle(({ params: { name } }, { pictor }: PluginContext) => {
    const hook = hookNames.find((known) => known === name);
    if (hook === undefined) throw thingUnknown(`hook (${hookNames.join(", ")})`, name, "/v1/plugins");
    return { hook, entries: pictor.inspect(hook).map(entryOf) };
  }),
  validatePlugins: operation("POST /v1/plugins/validate", {
    scope: "admin",
    group: "plugins",
    summary: "Check plugin folders without running their code",
    body: "PluginValidationRequest",
    replies: ok("PluginValidation", "The problems of each folder"),
  }).handle(async ({ body }, { pictor }: PluginContext) => {
    const reports = await Promise.all(body.folders.map(checkPluginFolder));
    const folders = reports.map(({ folder, problems, warnings }) => ({
      folder,
      problems: problems.map((problem) => errorToJson(problem, pictor.redact)),
      warnings: warnings.map((warning) => errorToJson(warning, pictor.redact)),
    }));
    return { isValid: folders.every(({ problems }) => problems.length === 0), folders };
  }),
} as const;
