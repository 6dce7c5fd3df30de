// Times, states, fields and commands of profiles as text.

import type { AuthStatus, SettingsSchema } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { homePath } from "../../text/home-path.js";
import { durationText, relativeTime, localTime } from "../../text/time-text.js";
import { nextStep } from "./next-step.js";
import { redactedSchemes } from "@pictor/features/profiles";
import { fieldRows } from "./profile-fields.js";
import { actionCommand, expiryText, fillCommand, stateText } from "./status-text.js";

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe("times", () => {
  it.each([
    [0, "0 seconds"],
    [1400, "1 second"],
    [1999, "2 seconds"],
    [119 * second, "119 seconds"],
    [2 * minute, "2 minutes"],
    [60 * minute - 2 * second, "60 minutes"],
    [2 * hour, "2 hours"],
    [2 * day, "2 days"],
    [400 * day, "400 days"],
  ])("%i ms are %s", (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
  it("are in the future or in the past", () => {
    expect([relativeTime(5 * minute, 0), relativeTime(0, 5 * minute), relativeTime(0, 0)]).toEqual([
      "in 5 minutes",
      "5 minutes ago",
      "0 seconds ago",
    ]);
  });
  it("are in local time", () => {
    expect(localTime(new Date(2026, 7, 3, 4, 5, 59).getTime())).toBe("2026-08-03 04:05");
  });
});

describe("states", () => {
  const situations: readonly (readonly [AuthStatus, string])[] = [
    [{ state: "ready" }, "ready"],
    [{ state: "expired", refreshable: true }, "expired, can be refreshed"],
    [{ state: "expired", refreshable: false, actions: ["login", "paste"] }, "expired, sign in again"],
    [{ state: "expired", refreshable: false }, "expired"],
    [{ state: "signed-out" }, "signed out"],
    [{ state: "pending", expiresAtMs: 0 }, "waiting for the sign-in"],
    [{ state: "pending", expiresAtMs: 0, userCode: "AB" }, "waiting for the code AB"],
    [
      { state: "pending", expiresAtMs: 0, userCode: "AB", verificationUri: "https://h/" },
      "waiting for the code AB at https://h/",
    ],
    [{ state: "missing", fields: ["a", "b"] }, "missing: a, b"],
    [{ state: "missing", fields: [], notes: ["It is plain text."] }, "unusable"],
  ];
  it.each(situations)("%j", (status, text) => {
    expect(stateText(status)).toBe(text);
  });
  it("have an expiry if it is known", () => {
    expect(expiryText({ state: "ready" }, 0)).toBe("");
    expect(expiryText({ state: "expired", refreshable: false, expiresAtMs: 0 }, hour)).toMatch(
      /\(60 minutes ago\)$/,
    );
  });
});

it.each([
  ["/home/me/a b.json", "~/a b.json"],
  ["the file /home/me/x (only you)", "the file ~/x (only you)"],
  ["/home/meg/x", "/home/meg/x"],
  ["/srv/home/me/x", "/srv/home/me/x"],
  ["/home/me", "~"],
])("paths: %s", (text, shown) => {
  expect(homePath(text, "/home/me")).toBe(shown);
});

describe("the next step", () => {
  const settings: SettingsSchema = {
    type: "object",
    properties: { clientId: { type: "string" }, key: { type: "string", "x-secret": true } },
  };
  const next = (status: AuthStatus, fields: Readonly<Record<string, unknown>>) =>
    nextStep(
      {
        name: "a",
        title: "X",
        type: "x",
        configured: true,
        file: undefined,
        status,
        actions: [{ id: "login", title: "" }],
        profile: { type: "x", schemes: { x: fields } },
      },
      [{ id: "x", settings }],
    );
  const missing = (...fields: readonly string[]): AuthStatus => ({ state: "missing", fields });
  it.each([
    [missing("clientId", "key"), {}, "Next: pictor auth set a --set clientId=... --secret key"],
    [missing("key"), { key: { $secret: "gone" } }, "Next: pictor auth set a --secret key"],
    [missing("key"), { key: { $env: "KEY" } }, "Next: set KEY in the environment"],
    [missing("key"), { key: { $file: "gone" } }, undefined],
    [missing("clientId"), { clientId: "{{unknown}}" }, undefined],
    [missing(), {}, undefined],
    [{ state: "signed-out" } as const, {}, "Next: pictor auth login a"],
    [
      { state: "signed-out" } as const,
      { grantType: "client_credentials" },
      "Next: pictor request GET URL --auth a",
    ],
    [{ state: "ready" } as const, {}, "--auth a uses it: pictor request GET URL --auth a"],
  ])("of %j with %j", (status, fields, text) => {
    expect(next(status, fields)).toBe(text);
  });
});

describe("commands", () => {
  it.each([
    [{ id: "login", title: "" }, "pictor auth login 'my login'"],
    [
      { id: "discover", title: "", input: { title: "", secret: false } },
      "pictor auth discover 'my login' URL",
    ],
    [{ id: "rotate", title: "", input: { title: "", secret: true } }, "pictor auth run 'my login' rotate"],
    [
      { id: "rotate", title: "", input: { title: "", secret: false } },
      "pictor auth run 'my login' rotate --input TEXT",
    ],
  ])("%j", (action, command) => {
    expect(actionCommand("my login", action)).toBe(command);
  });
  const schema = (properties: SettingsSchema["properties"]): SettingsSchema => ({
    type: "object",
    properties,
  });
  const schemes = [
    { id: "bearer", settings: schema({ token: { type: "string", "x-secret": true } }) },
    {
      id: "oauth",
      settings: schema({
        clientId: { type: "string" },
        key: { type: "string", "x-secret": true },
        extras: {
          type: "array",
          items: schema({ name: { type: "string" }, pin: { type: "string", "x-secret": true } }),
        },
      }),
    },
  ];
  it.each([
    ["bearer", ["token"], "pictor auth set a --secret token"],
    ["oauth", ["clientId", "key"], "pictor auth set a --set clientId=... --secret key"],
    ["bearer", ["clientId"], "pictor auth set a --scheme oauth --set clientId=..."],
    [
      "bearer",
      ["extras.0.name", "extras.0.pin"],
      "pictor auth set a --scheme oauth --set extras.0.name=... --secret extras.0.pin",
    ],
    ["gone", ["x"], "pictor auth set a --set x=..."],
  ])("that fill %s: %j", (type, fields, command) => {
    const profile = { type, schemes: { bearer: {}, oauth: {} } };
    expect(fillCommand({ name: "a", type, profile }, fields, schemes)).toBe(command);
  });
});

describe("fields", () => {
  const settings: SettingsSchema = {
    type: "object",
    properties: {
      name: { type: "string" },
      key: { type: "string", "x-secret": true },
      list: {
        type: "array",
        items: { type: "object", properties: { pin: { type: "string", "x-secret": true } } },
      },
    },
  };
  const shown = (values: Readonly<Record<string, unknown>>) =>
    redactedSchemes({ x: values }, [{ id: "x", settings }])["x"];
  it.each([
    ["a text", { name: "a" }, { name: "a" }],
    ["a secret as plain text", { key: "T0P" }, { key: "***" }],
    [
      "a reference",
      { key: { $env: "KEY" }, name: { $secret: "n" } },
      { key: { $env: "KEY" }, name: { $secret: "n" } },
    ],
    ["a variable", { key: "{{key}}" }, { key: "{{key}}" }],
    ["a secret around a variable", { key: "T0P{{key}}" }, { key: "***" }],
    ["an object that resembles a reference", { key: { $env: "A", b: "T0P" } }, { key: "***" }],
    [
      "a secret inside of a list",
      { list: [{ pin: "T0P" }, { pin: { $env: "P" } }] },
      { list: [{ pin: "***" }, { pin: { $env: "P" } }] },
    ],
    ["a text in place of a list with secrets", { list: "T0P" }, { list: "***" }],
    ["an undeclared field", { kye: "T0P" }, { kye: "***" }],
    ["a name that every object has", { constructor: "T0P" }, { constructor: "***" }],
  ])("%s", (_name, values, expected) => {
    expect(shown(values)).toEqual(expected);
  });
  it("of an unknown scheme are hidden", () => {
    expect(redactedSchemes({ gone: { a: "T0P", b: { $env: "B" } } }, [])).toEqual({
      gone: { a: "***", b: { $env: "B" } },
    });
  });
  it("are rows", () => {
    expect(fieldRows({ x: { a: "b", c: { $file: "d" }, e: [1] } })).toEqual([
      ["x.a", "b"],
      ["x.c", "$file d"],
      ["x.e", "[1]"],
    ]);
  });
});
