// The edited profile: fields of every scheme, names of secrets, faults, what an action has filled.

import type { Profile } from "@pictor/client";
import { expect, it } from "vitest";
import {
  asTyped,
  changedFields,
  draftOf,
  fieldsOf,
  hasMixedSecret,
  schemeFaults,
  secretName,
  withFields,
} from "./profile-draft.js";

const profile: Profile = {
  name: "shop",
  type: "basic",
  title: "Basic",
  configured: true,
  state: "ready",
  needsSignIn: false,
  notes: [],
  secrets: [],
  actions: [],
  overrides: [],
  schemes: { basic: { username: "me", password: { $secret: "x" } }, bearer: { token: { $env: "T" } } },
};

it("keeps the fields of each scheme when another one is chosen or changed", () => {
  const draft = withFields({ ...draftOf(profile), type: "api-key" }, "api-key", { key: "X" });
  expect(draft).toEqual({ type: "api-key", schemes: { ...profile.schemes, "api-key": { key: "X" } } });
  expect(fieldsOf(draft, "basic")).toEqual(profile.schemes["basic"]);
  expect(fieldsOf(draft, "digest")).toEqual({});
});

it("names a secret by its profile, its scheme and its field", () => {
  expect(secretName("shop", "/schemes/oauth2/tokenHeaders/0/value", "k3v9qa")).toBe(
    "shop.oauth2.tokenHeaders.0.value.k3v9qa",
  );
});

it("shows faults at the fields of the scheme", () => {
  const faults = [
    { pointer: "/schemes/basic/username", message: "too long" },
    { pointer: "/schemes/bearer/token", message: "other" },
    { pointer: "/origins/0", message: "no origin" },
  ];
  expect(schemeFaults(faults, "basic")).toEqual([{ pointer: "/username", message: "too long" }]);
});

it("treats secret texts at any depth as typed, except variables, and no others", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string" },
      key: { type: "string", "x-secret": true },
      extras: {
        type: "array",
        items: { type: "object", properties: { value: { type: "string", "x-secret": true } } },
      },
    },
  };
  const values = { name: "n", key: "TULIP", extras: [{ value: "RO{{SE" }, { value: { $env: "E" } }] };
  expect(asTyped(values, schema)).toEqual({
    name: "n",
    key: { $typed: "TULIP" },
    extras: [{ value: { $typed: "RO{{SE" } }, { value: { $env: "E" } }],
  });
  expect(asTyped({ key: "{{key}}" }, schema)).toEqual({ key: "{{key}}" });
});

it("finds a typed secret in which a variable stands beside other text", () => {
  const typed = (text: string) => ({ type: "basic", schemes: { basic: { password: { $typed: text } } } });
  expect(hasMixedSecret(typed("TULIP-{{part}}"))).toBe(true);
  expect(hasMixedSecret(typed("TULIP{{"))).toBe(false);
  expect(hasMixedSecret({ type: "basic", schemes: { basic: { password: "{{whole}}" } } })).toBe(false);
});

it("says what an action has filled, by the titles of the fields", () => {
  const tokenUrl = { type: "string", title: "Token URL" } as const;
  const schema = { type: "object", properties: { tokenUrl } } as const;
  expect(changedFields({ a: 1, b: [1] }, { a: 1, b: [2], tokenUrl: "x" }, schema)).toEqual([
    "b",
    "Token URL",
  ]);
});
