// Checks a draft of a profile, and returns the problems by the paths of the values. References and variables are not
// resolved.

import type { ProfileDraft } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import {
  checkForm,
  didYouMean,
  hasVariable,
  isRecord,
  isWebAddress,
  jsonPointer,
  referencesIn,
  type Field,
  type SettingsSchema,
  type Violation,
} from "@pictor/kernel";

type Values = Readonly<Record<string, unknown>>;

const isReference = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value)[0]?.startsWith("$") === true;
const isUnread = (value: unknown): boolean =>
  isReference(value) || (typeof value === "string" && hasVariable(value));
const isSecret = (field: Field | undefined): boolean =>
  field?.type === "string" && field["x-secret"] === true;

const inlineSecret = (pointer: string): Violation => ({
  pointer,
  expected: 'a reference such as { "$secret": NAME }, whose value PUT /v1/secrets/NAME stores',
  found: "a secret as plain text",
  suggestion: "",
});

/**
 * Separates the values that can be checked, and finds the secrets that are not references. `***` stands for a value
 * that is not shown.
 */
function readable(schema: SettingsSchema, values: Values, place: string) {
  const kept: Record<string, unknown> = {};
  const secrets: Violation[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const pointer = `${place}${jsonPointer(name)}`;
    if (isUnread(value)) continue;
    if (isSecret(field)) {
      if (value !== "") secrets.push(inlineSecret(pointer));
    } else if (field?.type === "object" && isRecord(value)) {
      const inner = readable(field, value, pointer);
      kept[name] = inner.kept;
      secrets.push(...inner.secrets);
    } else if (referencesIn(value, "").length === 0 && !hasVariable(value)) kept[name] = value;
  }
  return { kept, secrets };
}

const hasValue = (values: unknown, path: string): boolean =>
  path.split(".").reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), values) !==
  undefined;

const unknownScheme = (pointer: string, id: string, known: readonly string[]): Violation => ({
  pointer,
  expected: `one of ${known.join(", ")}`,
  found: JSON.stringify(id),
  suggestion: didYouMean(id, known),
});

const isOrigin = (text: string): boolean =>
  isWebAddress(text) && new URL(text).href === `${new URL(text).origin}/`;

/**
 * `mayHoldSecrets`: whether the secrets of the draft may be texts, because it is used and not saved. `missing` are the paths of
 * required fields without a value.
 */
export async function checkDraft(
  { type, schemes = {}, origins = [] }: ProfileDraft,
  pictor: Pick<Pictor, "contributions">,
  { mayHoldSecrets = false }: { readonly mayHoldSecrets?: boolean } = {},
) {
  const known = pictor.contributions("authSchemes");
  const ids = known.map(({ id }) => id);
  const faults: Violation[] = [];
  const missing: string[] = [];
  if (type !== "none" && !ids.includes(type)) faults.push(unknownScheme("/type", type, ["none", ...ids]));
  for (const [id, values] of Object.entries(schemes)) {
    const place = jsonPointer("schemes", id);
    const scheme = known.find((one) => one.id === id);
    if (scheme === undefined) {
      faults.push(unknownScheme(place, id, ids));
      continue;
    }
    const { kept, secrets } = readable(scheme.settings, values, place);
    const form = await checkForm(scheme.settings, kept, place);
    faults.push(...(mayHoldSecrets ? [] : secrets), ...form.problems);
    if (id === type)
      missing.push(...form.missing.filter((path) => !hasValue(values, path)).map((path) => `${id}.${path}`));
  }
  origins.forEach((origin, index) => {
    if (!isOrigin(origin))
      faults.push({
        pointer: `/origins/${index}`,
        expected: "an origin such as https://api.example",
        suggestion: "",
        found: JSON.stringify(origin),
      });
  });
  return { faults, missing };
}

/** The text of a problem. */
export const faultText = ({ expected, found, suggestion }: Violation): string =>
  `Expected ${expected}, found ${found}.${suggestion}`;
