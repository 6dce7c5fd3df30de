// The forms of the plugins that come along: few basic fields, and a title for each field.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formSections } from "@pictor/client";
import type { SettingsSchema } from "@pictor/host";
import type { Field } from "@pictor/kernel";
import { root } from "./sources.test.support.js";

interface Contributes {
  readonly workflows?: readonly { readonly id: string; readonly params: SettingsSchema }[];
  readonly features?: readonly { readonly id: string; readonly settings: SettingsSchema }[];
  readonly authSchemes?: readonly { readonly id: string; readonly settings: SettingsSchema }[];
  readonly backends?: readonly { readonly id: string; readonly settings: SettingsSchema }[];
}
const forms = readdirSync(join(root, "plugins")).flatMap((name) => {
  const text = readFileSync(join(root, "plugins", name, "plugin.json"), "utf8");
  const { contributes = {} } = JSON.parse(text) as { readonly contributes?: Contributes };
  return [
    ...(contributes.workflows ?? []).map(({ id, params }) => [`workflow ${id}`, params] as const),
    ...(contributes.features ?? []).map(({ id, settings }) => [`feature ${id}`, settings] as const),
    ...(contributes.authSchemes ?? []).map(({ id, settings }) => [`scheme ${id}`, settings] as const),
    ...(contributes.backends ?? []).map(({ id, settings }) => [`backend ${id}`, settings] as const),
  ];
});

function untitled(schema: SettingsSchema, path = ""): readonly string[] {
  return Object.entries(schema.properties).flatMap(([name, field]: readonly [string, Field]) => {
    const inner = field.type === "array" ? field.items : field;
    return [
      ...(field.title === undefined ? [`${path}${name}`] : []),
      ...(inner.type === "object" ? untitled(inner, `${path}${name}.`) : []),
    ];
  });
}

const grantTypesOf = ({ properties }: SettingsSchema): readonly unknown[] =>
  (properties["grantType"] as { readonly enum: readonly string[] }).enum;

/** How many fields a form shows before "Advanced", of those that need more than eight. */
const mostFields: Readonly<Record<string, number>> = {
  // Some grants need many fields.
  "scheme oauth2": 9,
  "workflow flux-kontext": 9,
  "workflow flux2-klein": 9,
  "workflow qwen-image-edit": 11,
  "workflow img2img": 11,
  "workflow svd": 10,
  "workflow txt2img": 11,
  "workflow wan-text-to-video": 12,
  "workflow wan-image-to-video": 13,
};

const basicFields = (schema: SettingsSchema): readonly string[] =>
  formSections(schema)
    .filter(({ advanced }) => !advanced)
    .flatMap(({ fields }) => fields);

/** The basic fields that a form shows at once: the scheme oauth2 shows only those of its grant type. */
function fieldsAtOnce(owner: string, schema: SettingsSchema): readonly (readonly string[])[] {
  const basic = basicFields(schema);
  if (owner !== "scheme oauth2") return [basic];
  return grantTypesOf(schema).map((grant) =>
    basic.filter((name) => {
      const listed = schema.properties[name]?.["x-visibleWhen"]?.["grantType"];
      return listed === undefined || listed.includes(grant);
    }),
  );
}

describe.each(forms)("the form of the %s", (owner, schema) => {
  it("has a title for each field", () => {
    expect(untitled(schema)).toEqual([]);
  });

  it("has few basic fields, but not none", () => {
    for (const { length } of fieldsAtOnce(owner, schema)) {
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(mostFields[owner] ?? 8);
    }
  });
});

it("shows the basic fields of txt2img", () => {
  const [, schema] = forms.find(([owner]) => owner === "workflow txt2img") ?? [];
  expect(schema === undefined ? [] : basicFields(schema)).toEqual([
    ...["prompt", "negative", "model", "seed", "steps", "cfg", "sampler", "scheduler"],
    ...["denoise", "width", "height"],
  ]);
});

it.each(forms)("an empty text is no choice of the backend: %s", (_name, { properties }) => {
  const open = Object.entries(properties).filter(
    ([, field]) => field.type === "string" && field["x-optionsFrom"] !== undefined && field.minLength !== 1,
  );
  expect(open.map(([name]) => name)).toEqual([]);
});
