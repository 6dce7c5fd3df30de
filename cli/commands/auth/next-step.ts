// The next command for a profile, in one line. Pure.

import type { ProfileView } from "@pictor/kernel";
import { shellWord } from "../../text/shell-word.js";
import { formatReference, type SchemeFields } from "@pictor/features/profiles";
import { fillCommand } from "./status-text.js";

/** The values of the fields in the configuration, from the scheme in use or another scheme of the profile. */
function valuesOf(
  { type, profile: { schemes } }: ProfileView,
  fields: readonly string[],
): readonly unknown[] {
  const all = [schemes[type] ?? {}, ...Object.values(schemes)];
  return fields.map((field) => all.find((values) => Object.hasOwn(values, field))?.[field]);
}

/**
 * The step that fills in missing fields; undefined if a value exists but cannot be read: the status notes say why, and
 * setting the value again would not help.
 */
function fillStep(view: ProfileView, fields: readonly string[], schemes: readonly SchemeFields[]) {
  const values = valuesOf(view, fields).filter((value) => value !== undefined);
  const references = values.map((value) => formatReference(value) ?? "");
  const variables = references.flatMap((text) => /^\$env (.+)$/.exec(text)?.slice(1) ?? []);
  if (variables.length > 0) return `Next: set ${variables.join(", ")} in the environment`;
  const isReadable = fields.length > 0 && references.every((text) => text.startsWith("$secret "));
  return isReadable ? `Next: ${fillCommand(view, fields, schemes)}` : undefined;
}

/** The next command that a profile needs; for a ready profile, how to use it. */
export function nextStep(view: ProfileView, schemes: readonly SchemeFields[]): string | undefined {
  const { name, type, status, actions, profile } = view;
  const word = shellWord(name);
  if (status.state === "missing") return fillStep(view, status.fields, schemes);
  const use = `pictor request GET URL --auth ${word}`;
  if (status.state === "signed-out") {
    // Without a sign-in, the first request fetches the token (RFC 6749 section 4.4).
    const isClientCredentials = Object.values(profile.schemes).some(
      ({ grantType }) => grantType === "client_credentials",
    );
    if (isClientCredentials) return `Next: ${use}`;
    if (actions.some(({ id }) => id === "login")) return `Next: pictor auth login ${word}`;
  }
  return type === "none" ? undefined : `--auth ${word} uses it: ${use}`;
}
