// The built-in plugins as sources, for tests that cross packages.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createPictor, type Pictor, type PictorOptions } from "@pictor/host";

const plugins = join(import.meta.dirname, "../plugins");

export const builtinSources = () =>
  readdirSync(plugins).map((name) => ({ kind: "directory" as const, path: join(plugins, name) }));

/** A kernel with every built-in plugin, secrets in memory, and an embedded backend by default. */
export const createBuiltinPictor = (options: Partial<PictorOptions> = {}): Promise<Pictor> =>
  createPictor({
    defaultBackends: [{ name: "embedded", settings: { kind: "embedded" } }],
    defaultSecretStore: "memory",
    ...options,
  });
