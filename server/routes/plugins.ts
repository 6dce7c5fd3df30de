// Routes: plugins, the chains of their hooks, and the validation of plugin folders.

import {
  checkPluginFolder,
  errorToJson,
  hookNames,
  plainRecord,
  type ChainEntry,
  type Pictor,
  type PluginRecord,
} from "@pictor/host";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { pluginOf } from "./describe.js";

/** The taps of a plugin, with their positions in the chains. */
const tapsOf = ({ id, manifest }: PluginRecord, pictor: Pictor) =>
  (manifest.taps ?? []).map(({ hook, handler }) => {
    const chain = pictor.inspect(hook);
    const index = chain.findIndex((entry) => entry.owner === id && entry.handler === handler);
    return { hook, handler, of: chain.length, ...(index >= 0 && { position: index + 1 }) };
  });

const entryOf = ({ owner, handler, place, after, when, timeoutMs }: ChainEntry) => ({
  ...{ owner, handler, place, after: [...after], when: { ...when } },
  ...(Number.isFinite(timeoutMs) && { timeoutMs }),
});

export const pluginHandlers = ({
  pictor,
}: RouteDependencies): Handlers<"readPlugin" | "readHook" | "validatePlugins"> => ({
  readPlugin: ({ params: { id }, holder }) => {
    const record = pictor.plugins().find((one) => one.id === id);
    if (record === undefined) throw fault("API_THING_UNKNOWN", { kind: "plugin", id, list: "/v1/plugins" });
    return {
      status: 200,
      json: {
        plugin: pluginOf(record),
        // Only an administrator sees the folder, which is a path on the machine of the server.
        ...(includesScope(holder.scopes, "admin") && { origin: record.origin }),
        manifest: plainRecord({ ...record.manifest }, pictor.redact) as Record<string, unknown>,
        taps: tapsOf(record, pictor),
      },
    };
  },
  readHook: ({ params: { name } }) => {
    const hook = hookNames.find((known) => known === name);
    if (hook === undefined)
      throw fault("API_THING_UNKNOWN", {
        kind: `hook (${hookNames.join(", ")})`,
        id: name,
        list: "/v1/plugins",
      });
    return { status: 200, json: { hook, entries: pictor.inspect(hook).map(entryOf) } };
  },
  validatePlugins: async ({ body }) => {
    const reports = await Promise.all(body.folders.map(checkPluginFolder));
    const folders = reports.map(({ folder, problems, warnings }) => ({
      folder,
      problems: problems.map((problem) => errorToJson(problem, pictor.redact)),
      warnings: warnings.map((warning) => errorToJson(warning, pictor.redact)),
    }));
    return {
      status: 200,
      json: { isValid: folders.every(({ problems }) => problems.length === 0), folders },
    };
  },
});
