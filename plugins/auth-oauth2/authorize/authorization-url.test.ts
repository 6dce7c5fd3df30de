// The authorization request: what is in it, what is kept, what nobody may set.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  asksForIdToken,
  authorizationUrl,
  responseMode,
  shownAuthorizationUrl,
} from "./authorization-url.js";
import { settingWith } from "./authorize.test.support.js";

const flow = { redirectUri: "http://localhost:1/callback", state: "S", challenge: "C", nonce: undefined };
const endpoint = "https://provider.example/authorize";
const built = (fields: Partial<Fields>, url = endpoint, more: Partial<typeof flow> = {}) =>
  authorizationUrl(url, settingWith(fields), { ...flow, ...more });
const pairs = (url: string) => [...new URL(url).searchParams];
const invalid = (field: keyof Fields): unknown =>
  expect.objectContaining({
    code: "AUTH_SETTING_INVALID",
    details: expect.objectContaining({ where: `oauth2.${field}` }),
  });

describe("the request", () => {
  it("has PKCE with S256 and a state, and no field that is blank", () => {
    expect(pairs(built({ scopes: " ", audience: " ", resource: [""] }))).toEqual([
      ["response_type", "code"],
      ["client_id", "pictor client"],
      ["redirect_uri", flow.redirectUri],
      ["state", "S"],
      ["code_challenge", "C"],
      ["code_challenge_method", "S256"],
    ]);
  });

  it("has a state and no challenge with PKCE off", () => {
    const url = authorizationUrl(endpoint, settingWith(), { ...flow, challenge: undefined });
    expect(new URL(url).searchParams.get("state")).toBe("S");
    expect(url).not.toContain("code_challenge");
  });

  it("encodes spaces so that every decoder reads them", () => {
    expect(built({ clientId: "a+b c&d=ä" })).toContain("client_id=a%2Bb%20c%26d%3D%C3%A4&");
  });

  it("has the scopes, the audience, each resource, and the extra parameters in their order", () => {
    const url = built({
      scopes: " openid\n profile ",
      audience: "api",
      resource: ["https://a.example/", "urn:b"],
      authorizationParameters: [
        { name: "prompt", value: "login" },
        { name: "login_hint", value: "me@example.org" },
      ],
    });
    expect(pairs(url).slice(6)).toEqual([
      ["scope", "openid profile"],
      ["audience", "api"],
      ["resource", "https://a.example/"],
      ["resource", "urn:b"],
      ["prompt", "login"],
      ["login_hint", "me@example.org"],
    ]);
  });

  it("lets an extra parameter stand in for the field of its name, once", () => {
    const url = built({ scopes: "a", authorizationParameters: [{ name: "scope", value: "b" }] });
    expect(new URL(url).searchParams.getAll("scope")).toEqual(["b"]);
  });
});

describe("the query of the endpoint", () => {
  it("is kept byte for byte, before ours", () => {
    expect(built({}, `${endpoint}?tenant=a%20b+c&flag&x=%7e~'`)).toMatch(
      /^https:\/\/provider\.example\/authorize\?tenant=a%20b\+c&flag&x=%7e~'&response_type=code&/,
    );
  });

  it("is one question mark where it is empty", () => {
    expect(built({}, `${endpoint}?`)).toMatch(/authorize\?response_type=code&/);
  });

  it.each([
    ["one of ours", "client_id=evil"],
    ["one of ours in an encoded spelling", "redirect%5Furi=https%3A%2F%2Fevil.example"],
    ["a field that is sent", "scope=evil"],
    ["a protected one that is not sent this time", "nonce=evil"],
  ])("loses %s", (_situation, piece) => {
    const url = built({ scopes: "a" }, `${endpoint}?${piece}&keep=1`);
    expect(url).not.toContain("evil");
    expect(url).toContain("?keep=1&response_type=code");
  });

  it("keeps a scope of its own while the field is blank", () => {
    expect(built({}, `${endpoint}?scope=a`)).toContain("?scope=a&");
  });

  it("never holds what a header could not carry", () => {
    expect(built({}, `${endpoint}?x=ä 名`)).toMatch(/\?x=%C3%A4%20%E5%90%8D&/);
  });
});

describe("extra parameters", () => {
  it.each([
    "response_type",
    "client_id",
    "redirect_uri",
    "state",
    "code_challenge",
    "code_challenge_method",
    "nonce",
    "",
  ])("may not be %j", (name) => {
    expect(() => built({ authorizationParameters: [{ name, value: "x" }] })).toThrow(
      invalid("authorizationParameters"),
    );
  });
});

describe("a resource (RFC 8707 section 2)", () => {
  it.each([
    ["a relative address", "api/v1"],
    ["a fragment", "https://api.example/#x"],
  ])("is refused with %s", (_situation, resource) => {
    expect(() => built({ resource: ["https://fine.example", resource] })).toThrow(invalid("resource"));
  });
});

describe("an ID token", () => {
  it.each([
    ["among others", { scopes: "profile openid" }, true],
    ["by an extra parameter", { authorizationParameters: [{ name: "scope", value: "openid" }] }, true],
    ["not at all", { scopes: "" }, false],
    ["not, in another spelling", { scopes: "openid2 OpenID" }, false],
  ])("is asked for by the scope openid: %s", (_situation, fields, expected) => {
    expect(asksForIdToken(settingWith(fields))).toBe(expected);
  });

  it("comes with a nonce in the request", () => {
    const url = authorizationUrl(endpoint, settingWith({ scopes: "openid" }), { ...flow, nonce: "N" });
    expect(new URL(url).searchParams.get("nonce")).toBe("N");
  });
});

describe("the way back", () => {
  const modes = (value: string) =>
    settingWith({ authorizationParameters: [{ name: "response_mode", value }] });

  it("is the query, or a posted form when that is asked for", () => {
    expect(responseMode(settingWith())).toBe("query");
    expect(responseMode(modes("query"))).toBe("query");
    expect(responseMode(modes("form_post"))).toBe("form_post");
  });

  it.each(["fragment", "web_message", "query.jwt"])("cannot be %s", (mode) => {
    expect(() => responseMode(modes(mode))).toThrow(invalid("authorizationParameters"));
  });
});

it("is shown without state, challenge and nonce", () => {
  const url = built({ scopes: "a" }, `${endpoint}?tenant=1`, {
    state: "secretstate",
    challenge: "secretchallenge",
  });
  const shown = shownAuthorizationUrl(`${url}&nonce=secretnonce`);
  expect(shown).not.toContain("secret");
  expect(shown).toContain("?tenant=1&response_type=code&client_id=");
  expect(shown).toContain("&scope=a");
});
