// The settings with which the rules use an auth scheme: a unique text in each required and each secret field. Pure.

import { createHash } from "node:crypto";
import type { Field, Manifest, SettingsSchema, TextField } from "@pictor/kernel";
import type { AuthSample } from "../samples.js";

export type Scheme = NonNullable<NonNullable<Manifest["contributes"]>["authSchemes"]>[number];

export type FieldValues = Readonly<Record<string, unknown>>;

/** A field that a rule has filled with a unique text, so that the text can be found again. */
export interface Canary {
  readonly field: string;
  readonly text: string;
  readonly isSecret: boolean;
}

export interface FilledSettings {
  readonly values: FieldValues;
  readonly canaries: readonly Canary[];
}

/** Letters and digits, which every encoding and most checks of schemes accept. */
function uniqueText(seed: string, { minLength = 0, maxLength = Infinity }: TextField): string {
  const hex = createHash("sha512").update(seed).digest("hex");
  return hex
    .repeat(Math.ceil(minLength / hex.length) || 1)
    .slice(0, Math.min(Math.max(40, minLength), maxLength));
}

const isVisible = (field: Field, properties: SettingsSchema["properties"], values: FieldValues): boolean =>
  Object.entries(field["x-visibleWhen"] ?? {}).every(([name, allowed]) => {
    const other = properties[name];
    return allowed.includes(
      values[name] ?? (other !== undefined && "default" in other ? other.default : undefined),
    );
  });

/** Whether a person can type any text into the field. */
export const isFreeText = (field: Field | undefined): field is TextField =>
  field?.type === "string" &&
  field.enum === undefined &&
  field.const === undefined &&
  (field.format === undefined || field.format === "multiline");

function requiredValue(field: Field, origin: string): unknown {
  if (field.type === "boolean") return true;
  if (field.type === "integer" || field.type === "number") return field.enum?.[0] ?? field.minimum ?? 1;
  if (field.type !== "string") return undefined;
  return field.const ?? field.enum?.[0] ?? (field.format === "uri" ? `${origin}/` : undefined);
}

const withOrigin = (value: unknown, origin: string): unknown =>
  typeof value === "string" ? value.replaceAll("{{origin}}", origin) : value;

/**
 * Complete settings: those of the sample, defaults as they are, and a text that `seed` makes unique in every other
 * field that is required or secret. Another seed gives other texts.
 */
export function filledSettings(
  { settings: { properties, required = [] } }: Pick<Scheme, "settings">,
  sample: AuthSample,
  { seed, origin }: { readonly seed: string; readonly origin: string },
): FilledSettings {
  const given = Object.entries(sample.settings ?? {});
  const values: Record<string, unknown> = Object.fromEntries(
    given.map(([name, value]) => [name, withOrigin(value, origin)]),
  );
  const canaries: Canary[] = [];
  for (const [name, field] of Object.entries(properties)) {
    if (Object.hasOwn(values, name) || !isVisible(field, properties, values)) continue;
    const isSecret = field.type === "string" && field["x-secret"] === true;
    const isRequired = required.includes(name);
    if (isFreeText(field) && (isSecret || isRequired)) {
      const text = uniqueText(`${seed} ${name}`, field);
      values[name] = text;
      canaries.push({ field: name, text, isSecret });
    } else if (isRequired && !("default" in field)) {
      const value = requiredValue(field, origin);
      if (value !== undefined) values[name] = value;
    }
  }
  return { values, canaries };
}
