// What ComfyUI's front end reads at its start, for a backend without a member that could be asked.

import { json, type Answer } from "../http/answer.js";

const bodies: Readonly<Record<string, unknown>> = {
  extensions: [],
  workflow_templates: {},
  i18n: {},
  node_replacements: {},
  global_subgraphs: {},
  settings: {},
  users: { storage: "server", migrated: true },
  models: [],
};

export function frontEndDefaults(segments: readonly string[]): Answer | undefined {
  const [name = ""] = segments;
  return segments.length === 1 && Object.hasOwn(bodies, name) ? json(bodies[name]) : undefined;
}
