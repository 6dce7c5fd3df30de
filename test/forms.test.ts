// The forms of the plugins that come along: few basic fields, and a title for each field.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formSections } from "@pictor/client";
import type { Field, SettingsSchema } from "@pictor/host";
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

describe.each(forms)("the form of the %s", (owner, schema) => {
  it("has a title for each field", () => {
    expect(untitled(schema)).toEqual([]);
  });

  it("has few basic fields", () => {
    const basic = formSections(schema)
      .filter(({ advanced }) => !advanced)
      .flatMap(({ fields }) => fields);
    // The scheme oauth2 shows only those of its grant type, and some grants need many.
    const [grants, most] = owner === "scheme oauth2" ? [grantTypesOf(schema), 9] : [[undefined], 8];
    for (const grant of grants) {
      const shown = basic.filter((name) => {
        const listed = schema.properties[name]?.["x-visibleWhen"]?.["grantType"];
        return listed === undefined || listed.includes(grant);
      });
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThanOrEqual(most);
    }
  });
});

it("shows six basic fields of txt2img", () => {
  const [, schema] = forms.find(([owner]) => owner === "workflow txt2img") ?? [];
  const [basic, ...more] =
    schema === undefined ? [] : formSections(schema).filter(({ advanced }) => !advanced);
  expect([basic, ...more].flatMap((section) => section?.fields ?? [])).toEqual([
    "prompt",
    "negative",
    "model",
    "seed",
    "width",
    "height",
  ]);
});
