// Converts a profile between the form that the server returns and the form that the page edits. Pure functions.

import { isRecord, recordsIn } from "../../api/guards.js";
import type { AuthScheme, Profile, ProfileDraft, SettingsSchema } from "@pictor/client";
import { secretOf, typedIn } from "../../saving/typed-secrets.js";
import { isSame } from "../../saving/unsaved.js";
import { titlesIn } from "../../dialect/schema.js";
import { partsOf } from "../../api/pointers.js";
import { variableNames } from "../../dialect/variables.js";
import { faultsBelow, type Fault, type Values } from "../../dialect/values.js";

/** The draft of a saved profile. Each scheme keeps its own fields. */
export const draftOf = ({ type, schemes, origins }: Profile): ProfileDraft => ({
  type,
  schemes: recordsIn(schemes),
  ...(origins !== undefined && { origins }),
});

export const fieldsOf = ({ schemes = {} }: ProfileDraft, scheme: string): Values => schemes[scheme] ?? {};

export const withFields = (draft: ProfileDraft, scheme: string, values: Values): ProfileDraft => ({
  ...draft,
  schemes: { ...draft.schemes, [scheme]: values },
});

/** The faults of one scheme, with pointers that begin at its fields. Missing fields, such as `basic.password`, are not faults. */
export const schemeFaults = (faults: readonly Fault[], scheme: string): readonly Fault[] =>
  faultsBelow(faultsBelow(faults, "schemes"), scheme);

/**
 * The name under which a profile's secret is stored; `pointer` is that of the field in the draft, such as
 * `/schemes/basic/password`.
 */
export const secretName = (profile: string, pointer: string, suffix: string): string =>
  [profile, ...partsOf(pointer).slice(1), suffix].join(".");

/** The values with each text in a secret field, which was imported, for example from a curl command, as if it had been typed. */
export function asTyped(values: unknown, schema: unknown): unknown {
  if (!isRecord(schema)) return values;
  if (typeof values === "string")
    return schema["x-secret"] === true && values !== "" ? secretOf(values) : values;
  if (Array.isArray(values)) return values.map((item) => asTyped(item, schema["items"]));
  const properties = schema["properties"];
  if (!isRecord(values) || !isRecord(properties)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asTyped(value, properties[name])]),
  );
}

/**
 * Whether a typed secret has a variable beside other text: a stored secret is used as it is, so that the variable would not
 * be filled in, although the form shows its value.
 */
export const hasMixedSecret = (draft: ProfileDraft): boolean =>
  typedIn(draft).some(({ text }) => variableNames(text).length > 0);

/** The titles of changes at JSON pointers, such as "Password" for `/schemes/basic/password`. */
export function changeTitles(
  pointers: readonly string[],
  schemeOf: (id: string) => Pick<AuthScheme, "title" | "settings"> | undefined,
  type: string,
): readonly string[] {
  const titles = pointers.map((pointer) => {
    const [part = "", scheme = "", name = ""] = partsOf(pointer);
    if (part === "type") return "Type";
    if (part !== "schemes") return part === "origins" ? "Origins" : part;
    const found = schemeOf(scheme);
    const title = name === "" ? "Fields" : titlesIn(found?.settings)(name);
    return scheme === type ? title : `${title} of ${found?.title ?? scheme}`;
  });
  return [...new Set(titles)];
}

/** The titles of the fields that differ, for the user. */
export const changedFields = (before: Values, after: Values, schema: SettingsSchema): readonly string[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => !isSame(before[name], after[name]))
    .map(titlesIn(schema));
