// Converts a profile between the form that the server returns and the form that the page edits. Pure functions.

import { isRecord, recordsIn } from "../../api/guards.js";
import type { AuthScheme, Profile, ProfileDraft } from "@pictor/client";
import { titlesIn } from "../../dialect/schema.js";
import { partsOf, pointerTo } from "../../api/pointers.js";
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

/** Replaces the value of every text that the schema marks as secret. */
export function mapSecrets(
  values: unknown,
  schema: unknown,
  replace: (value: string, pointer: string) => unknown,
  pointer = "",
): unknown {
  if (!isRecord(schema)) return values;
  if (typeof values === "string")
    return schema["x-secret"] === true && values !== "" ? replace(values, pointer) : values;
  if (Array.isArray(values))
    return values.map((item, index) => mapSecrets(item, schema["items"], replace, pointerTo(pointer, index)));
  const properties = schema["properties"];
  if (!isRecord(values) || !isRecord(properties)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      mapSecrets(value, properties[name], replace, pointerTo(pointer, name)),
    ]),
  );
}

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
export function changedFields(before: Values, after: Values, properties: Values): readonly string[] {
  return Object.keys({ ...before, ...after })
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => {
      const field = properties[name];
      return isRecord(field) && typeof field["title"] === "string" ? field["title"] : name;
    });
}
