// The authorization request: its parameters, the query of the endpoint, and reserved names.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  authorizationParameters,
  authorizationUrl,
  loggableAuthorizationUrl,
  requestsIdToken,
  responseMode,
} from "./authorization-url.js";
import { settingWith } from "../testing/authorization-flow.js";

type Flow = Parameters<typeof authorizationParameters>[1];
const flow: Flow = {
  redirectUri: "http://localhost:1/callback",
  state: "S",
  codeChallenge: "C",
  nonce: undefined,
};
const endpoint = "https://provider.example/authorize";
const urlWith = (fields: Partial<Fields>, url = endpoint, more: Partial<Flow> = {}) =>
  authorizationUrl(url, authorizationParameters(settingWith(fields), { ...flow, ...more }));
const parametersOf = (url: string) => [...new URL(url).searchParams];
const invalidSetting = (field: keyof Fields): unknown =>
  expect.objectContaining({
    code: "AUTH_SETTING_INVALID",
    details: expect.objectContaining({ where: `oauth2.${field}` }),
  });

describe("the request", () => {
  it("has PKCE with S256 and a state, and no parameter for blank fields", () => {
    expect(parametersOf(urlWith({ scopes: " ", audience: " ", resource: [""] }))).toEqual([
      ["response_type", "code"],
      ["client_id", "pictor client"],
      ["redirect_uri", flow.redirectUri],
      ["state", "S"],
      ["code_challenge", "C"],
      ["code_challenge_method", "S256"],
    ]);
  });

  it("has a state and no code challenge with PKCE off", () => {
    const url = urlWith({}, endpoint, { codeChallenge: undefined });
    expect(new URL(url).searchParams.get("state")).toBe("S");
    expect(url).not.toContain("code_challenge");
  });

  it("has spaces as %20", () => {
    expect(urlWith({ clientId: "a+b c&d=ä" })).toContain("client_id=a%2Bb%20c%26d%3D%C3%A4&");
  });

  it("has the scopes, the audience, each resource, and the extra parameters in order", () => {
    const url = urlWith({
      scopes: " openid\n profile ",
      audience: "api",
      resource: ["https://a.example/", "urn:b"],
      authorizationParameters: [
        { name: "prompt", value: "login" },
        { name: "login_hint", value: "me@example.org" },
      ],
    });
    expect(parametersOf(url).slice(6)).toEqual([
      ["scope", "openid profile"],
      ["audience", "api"],
      ["resource", "https://a.example/"],
      ["resource", "urn:b"],
      ["prompt", "login"],
      ["login_hint", "me@example.org"],
    ]);
  });

  it("has an extra parameter instead of the field with the same name", () => {
    const url = urlWith({ scopes: "a", authorizationParameters: [{ name: "scope", value: "b" }] });
    expect(new URL(url).searchParams.getAll("scope")).toEqual(["b"]);
  });
});

describe("the query of the endpoint", () => {
  it("is kept byte for byte before the parameters of the request", () => {
    expect(urlWith({}, `${endpoint}?tenant=a%20b+c&flag&x=%7e~'`)).toMatch(
      /^https:\/\/provider\.example\/authorize\?tenant=a%20b\+c&flag&x=%7e~'&response_type=code&/,
    );
  });

  it.each([
    ["a parameter of the request", "client_id=evil"],
    ["a parameter of the request in an encoded spelling", "redirect%5Furi=https%3A%2F%2Fevil.example"],
    ["a field of the request", "scope=evil"],
    ["a reserved parameter that the request does not have", "nonce=evil"],
  ])("does not keep %s", (_situation, piece) => {
    const url = urlWith({ scopes: "a" }, `${endpoint}?${piece}&keep=1`);
    expect(url).not.toContain("evil");
    expect(url).toContain("?keep=1&response_type=code");
  });

  it("becomes one question mark if it is empty, and keeps its own scope if the field is blank", () => {
    expect(urlWith({}, `${endpoint}?`)).toMatch(/authorize\?response_type=code&/);
    expect(urlWith({}, `${endpoint}?scope=a`)).toContain("?scope=a&");
  });

  it("is percent-encoded where a header could not carry it", () => {
    expect(urlWith({}, `${endpoint}?x=ä 名`)).toMatch(/\?x=%C3%A4%20%E5%90%8D&/);
  });
});

it.each([
  ...["response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method"],
  ...["nonce", ""],
])("extra parameters cannot be named %j", (name) => {
  expect(() => urlWith({ authorizationParameters: [{ name, value: "x" }] })).toThrow(
    invalidSetting("authorizationParameters"),
  );
});

it.each([
  ["a relative address", "api/v1"],
  ["a fragment", "https://api.example/#x"],
])("a resource (RFC 8707 section 2) is an error with %s", (_situation, resource) => {
  expect(() => urlWith({ resource: ["https://fine.example", resource] })).toThrow(invalidSetting("resource"));
});

describe("an ID token", () => {
  it.each([
    ["in the scopes", { scopes: "profile openid" }, true],
    ["in an extra parameter", { authorizationParameters: [{ name: "scope", value: "openid" }] }, true],
    ["no scope", { scopes: "" }, false],
    ["another spelling", { scopes: "openid2 OpenID" }, false],
  ])("is requested by the scope openid: %s", (_situation, fields, expected) => {
    expect(requestsIdToken(settingWith(fields))).toBe(expected);
  });

  it("needs a nonce in the request", () => {
    expect(urlWith({ scopes: "openid" }, endpoint, { nonce: "N" })).toContain("&nonce=N");
  });
});

it("the response mode is query, or form_post if that is configured, and no other", () => {
  const mode = (value: string) =>
    responseMode(settingWith({ authorizationParameters: [{ name: "response_mode", value }] }));
  expect([responseMode(settingWith()), mode("query"), mode("form_post")]).toEqual([
    "query",
    "query",
    "form_post",
  ]);
  for (const other of ["fragment", "query.jwt"])
    expect(() => mode(other)).toThrow(invalidSetting("authorizationParameters"));
});

it("the URL for logs has neither state, code challenge nor nonce", () => {
  const url = urlWith({ scopes: "a" }, `${endpoint}?tenant=1`, {
    state: "secretstate",
    codeChallenge: "secretchallenge",
  });
  const loggable = loggableAuthorizationUrl(`${url}&nonce=secretnonce`);
  expect(loggable).not.toContain("secret");
  expect(loggable).toContain("?tenant=1&response_type=code&client_id=");
  expect(loggable).toContain("&scope=a");
});
