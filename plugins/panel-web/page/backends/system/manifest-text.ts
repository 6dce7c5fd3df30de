// The content of a plugin.json as texts for the user. Any member may be missing, because a failed plugin may have an
// invalid manifest. Pure.

import { isRecord } from "../../api/guards.js";

type Json = Readonly<Record<string, unknown>>;

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const permissionsOf = ({
  permissions,
}: Json): readonly { readonly name: string; readonly reason: string }[] =>
  recordsOf(permissions).map(({ name, reason }) => ({ name: text(name), reason: text(reason) }));

const kinds: Readonly<Record<string, string>> = {
  authSchemes: "Auth schemes",
  workflows: "Workflows",
  features: "Features",
  backends: "Backend kinds",
  secretStores: "Secret stores",
  apis: "APIs",
  panels: "Panels",
  nodeClasses: "Node classes",
};

/** The titles or ids of the plugin's contributions, by kind. */
export function contributionsOf({
  contributes,
}: Json): readonly { readonly kind: string; readonly ids: readonly string[] }[] {
  if (!isRecord(contributes)) return [];
  return Object.entries(contributes).flatMap(([kind, entries]) => {
    const ids = recordsOf(entries).map(({ title, id, class: name }) => text(title) || text(id) || text(name));
    return ids.length === 0 ? [] : [{ kind: kinds[kind] ?? kind, ids }];
  });
}
