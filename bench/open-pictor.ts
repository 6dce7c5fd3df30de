// Pictor in the process of a benchmark, with a configuration that stands in no file, and workflows that a benchmark brings.

import {
  createPictor,
  loadConfiguration,
  type Pictor,
  type PictorOptions,
  type PluginSource,
} from "@pictor/host";
import type { BuildWorkflow, Manifest, SettingsSchema } from "@pictor/kernel/plugin";

/** Opens Pictor in `directory` with the settings `flags`. Without `options`, with the built-in plugins. */
export const openPictor = async (
  directory: string,
  flags: Readonly<Record<string, unknown>> = {},
  options: Pick<PictorOptions, "builtins" | "plugins"> = {},
): Promise<Pictor> =>
  createPictor({ configuration: await loadConfiguration({ directory, flags }), ...options });

/** A plugin with one workflow, whose handler makes the whole graph. */
export function workflowPlugin(id: string, params: SettingsSchema, build: BuildWorkflow): PluginSource {
  const manifest: Manifest = {
    manifestVersion: 1,
    id: `workflow-${id}`,
    kind: "workflow",
    version: "1.0.0",
    apiVersion: "^1.0.0",
    main: "./index.js",
    title: id,
    description: `The workflow ${id} of a benchmark`,
    taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: id } }],
    contributes: { workflows: [{ id, title: id, description: `Builds ${id}`, params }] },
  };
  return { kind: "inline", manifest, plugin: () => ({ handlers: { build } }) };
}
