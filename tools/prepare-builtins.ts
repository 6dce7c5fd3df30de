// Compiles the settings schemas of the built-in plugins into dist/host/compiled/: one module per plugin, and index.json, which
// maps the digest of each schema to its module.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closedSchema } from "../kernel/config/closed-schema.js";
import type { ManifestIndex } from "../host/validated-manifests.js";
import { apiVersion } from "../kernel/contract/api-version.js";
import { digestOf } from "../kernel/base/digest.js";
import { withoutRequired } from "../kernel/config/required-fields.js";
import type { Manifest } from "../kernel/contract/manifest.gen.js";
import type { SettingsSchema } from "../kernel/contract/dialect.js";
import { findPlugins } from "../kernel/plugins/find-plugins.js";
import { compileValidators } from "./gen-validators.js";

/** The schema of a plugin without settings. */
const noSettings: SettingsSchema = { type: "object", properties: {} };

/** Every settings schema of a manifest, with and without its required fields. */
function schemasOf({ config, contributes = {} }: Manifest): readonly SettingsSchema[] {
  const { authSchemes = [], workflows = [], features = [], backends = [] } = contributes;
  const settings = [...authSchemes, ...features, ...backends].map((each) => each.settings);
  const all = [config ?? noSettings, ...settings, ...workflows.map(({ params }) => params)];
  return all.flatMap((schema) => [schema, withoutRequired(schema)]);
}

/** Writes `out/host/compiled/` for the plugins in the folders. */
export async function prepareBuiltins(folders: readonly string[], out: string): Promise<void> {
  const { plugins } = await findPlugins(
    folders.map((path) => ({ kind: "directory", path })),
    {},
  );
  const target = join(out, "host/compiled");
  mkdirSync(target, { recursive: true });
  const index: Record<string, string | undefined> = {};
  const manifests: Record<string, Manifest> = {};
  for (const { candidate, status } of plugins) {
    const { id, requires } = candidate.manifest;
    // A plugin that requires a range of Node versions is not validated here, because the range must be checked where
    // the plugin runs.
    if (status.state === "valid" && requires?.node === undefined)
      manifests[digestOf(readFileSync(candidate.found.file, "utf8"))] = candidate.manifest;
    const schemas = new Map<string, object>();
    for (const schema of schemasOf(candidate.manifest)) {
      const digest = digestOf(JSON.stringify(schema));
      if (index[digest] !== undefined) continue;
      index[digest] = id;
      schemas.set(digest, { ...closedSchema(schema), $id: `pictor:settings:${digest}` });
    }
    const names = [...schemas.keys()].map((digest) => [`is${digest}`, `pictor:settings:${digest}`] as const);
    if (names.length === 0) continue;
    const code = await compileValidators([...schemas.values()], Object.fromEntries(names), "@pictor/kernel");
    writeFileSync(join(target, `${id}.js`), code);
  }
  const checked: ManifestIndex = { apiVersion, manifests };
  writeFileSync(join(target, "index.json"), JSON.stringify(index));
  writeFileSync(join(target, "manifests.json"), JSON.stringify(checked));
}
