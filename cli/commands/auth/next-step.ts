// What a person can do next with a saved auth setting, in one line. Pure.

import type { ProfileView } from "@pictor/host";
import { shellWord } from "../../text/shell-word.js";
import { referenceText, type SchemeFields } from "./profile-fields.js";
import { fillCommand } from "./status-text.js";

/** Each of the fields as written, in the scheme in use or in the one that fills it. */
function writtenIn(
  { type, profile: { schemes } }: ProfileView,
  fields: readonly string[],
): readonly unknown[] {
  const all = [schemes[type] ?? {}, ...Object.values(schemes)];
  return fields.map((field) => all.find((values) => Object.hasOwn(values, field))?.[field]);
}

/** Undefined where a value is there that cannot be read: the status notes say why, and another value is no remedy. */
function fillStep(view: ProfileView, fields: readonly string[], schemes: readonly SchemeFields[]) {
  const written = writtenIn(view, fields).filter((value) => value !== undefined);
  const references = written.map((value) => referenceText(value) ?? "");
  const variables = references.flatMap((text) => /^\$env (.+)$/.exec(text)?.slice(1) ?? []);
  if (variables.length > 0) return `Next: set ${variables.join(", ")} in the environment`;
  const isReadable = fields.length > 0 && references.every((text) => text.startsWith("$secret "));
  return isReadable ? `Next: ${fillCommand(view, fields, schemes)}` : undefined;
}

/** What a profile needs next; where nothing, how it is used. */
export function nextStep(view: ProfileView, schemes: readonly SchemeFields[]): string | undefined {
  const { name, type, status, actions, profile } = view;
  const word = shellWord(name);
  if (status.state === "missing") return fillStep(view, status.fields, schemes);
  const use = `pictor request GET URL --auth ${word}`;
  if (status.state === "signed-out") {
    // Nobody signs in: the first request gets the token (RFC 6749 section 4.4).
    const isClientAlone = Object.values(profile.schemes).some(
      ({ grantType }) => grantType === "client_credentials",
    );
    if (isClientAlone) return `Next: ${use}`;
    if (actions.some(({ id }) => id === "login")) return `Next: pictor auth login ${word}`;
  }
  return type === "none" ? undefined : `--auth ${word} uses it: ${use}`;
}
