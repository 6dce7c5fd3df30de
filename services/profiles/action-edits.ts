// What an action of an auth scheme changes in a profile.

import { didYouMean, fault, PictorError, type Json, type Profile } from "@pictor/kernel";
import type { AuthSources, Scheme } from "../requests/auth-setting.js";

/** Returns the profile with the edits of an action, in which `null` removes a field. Ignores edits of unknown schemes. */
export function applyEdit(
  profile: Profile,
  edit: Readonly<Record<string, Readonly<Record<string, Json>>>>,
  sources: AuthSources,
): Profile {
  const schemes = { ...profile.schemes };
  for (const [id, fields] of Object.entries(edit)) {
    if (sources.scheme(id) === undefined) continue;
    const merged = Object.entries({ ...schemes[id], ...fields });
    schemes[id] = Object.fromEntries(merged.filter(([, value]) => value !== null));
  }
  return { ...profile, schemes };
}

/** A note for each scheme of an edit that no plugin contributes, because its fields were not stored. */
export const unknownEdits = (
  edit: object | undefined,
  { plugin }: Scheme,
  sources: AuthSources,
): readonly string[] => {
  const known = sources.schemes().map(({ id }) => id);
  return Object.keys(edit ?? {})
    .filter((id) => !known.includes(id))
    .map(
      (id) =>
        `${plugin} has values for the auth scheme "${id}", which no plugin contributes. They were not stored.${didYouMean(id, known)}`,
    );
};

/** The error for an edit whose values do not fit their scheme, which the plugin must correct. */
export function wrongEdit(error: unknown, { id, plugin }: Scheme, action: string): unknown {
  if (!(error instanceof PictorError) || error.code !== "SETTINGS_INVALID") return error;
  const where = `the action ${action} of the auth scheme ${id}`;
  const found = `an edit that does not fit (${error.message})`;
  const details = { plugin, where, found, expected: "values that fit the settings of their scheme" };
  return fault("PLUGIN_VALUE_INVALID", details, { cause: error });
}
