// Errors of the provider: their text, their hint, Retry-After, and what they mean for stored tokens.

import { fault } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { oauthFault } from "../faults.js";
import { createRedactor } from "../plain-text.js";
import type { ErrorResponse } from "../replies/read-reply.js";
import { kindOf } from "../replies/provider-error.js";
import type { Fields } from "../setting.js";
import { nowMs, settingWith } from "../testing/fake-provider.js";
import { authorizationFault, errorResponseFault, kindOfFailure, retryAfterS } from "./provider-errors.js";

const errorResponse = (over: Partial<ErrorResponse> = {}): ErrorResponse => {
  const response = {
    kind: "error" as const,
    status: 400,
    error: "invalid_grant" as string | undefined,
    description: "",
    uri: "",
    retryAfter: undefined,
    ...over,
  };
  return { means: kindOf(response.error, response.description), ...response };
};
const faultOf = (over: Partial<ErrorResponse>, fields: Partial<Fields> = {}) =>
  errorResponseFault(errorResponse(over), {
    fields: settingWith(fields).fields,
    url: "https://as.example/token",
    nowMs,
    redact: createRedactor(["CANARY"]),
  });

describe("the text of an error response", () => {
  it("has the provider's code and description", () => {
    const { what } = faultOf({ description: "The code has expired." });
    expect(what).toContain("https://as.example/token");
    expect(what).toContain("invalid_grant (The code has expired.)");
  });

  it("has the status if there is no code", () => {
    expect(faultOf({ status: 403, error: undefined }).details["error"]).toBe("status 403");
  });

  it("is plain, short, and contains no secret", () => {
    const { message, details } = faultOf({
      error: "\u001b[31mbad\r\nCANARY é",
      description: `\u001b]0;x\u0007CAN\u001b[0mARY\n${"y".repeat(9_999)}`,
    });
    expect(details["error"]).toBe("bad ***");
    expect(details["description"]).toMatch(/^ \(\*\*\* y{490,496}\.\.\.\)$/);
    expect(message).not.toMatch(/CANARY|[^\x20-\x7e]/);
  });
});

it.each<[string, Partial<ErrorResponse>, string]>([
  ["no code", { status: 502, error: undefined }, "it answered with status 502"],
  ["a code", { status: 500, error: "invalid_grant" }, "it answered with status 500: invalid_grant"],
  [
    "a description",
    { status: 503, error: "temporarily_unavailable", description: "CANARY is busy" },
    "it answered with status 503: temporarily_unavailable (*** is busy)",
  ],
])("status 500 or more means that the provider is unavailable: %s", (_situation, over, reason) => {
  const details = { where: "https://as.example/token", reason, status: over.status, retryAfterS: 7 };
  expect(faultOf({ ...over, retryAfter: "7" })).toMatchObject({ code: "AUTH_UNREACHABLE", details });
});

describe("the details of an error response", () => {
  it.each([
    ["https://as.example/help", { errorUri: "https://as.example/help" }],
    ["javascript:alert(1)", {}],
    ["file:///etc/passwd", {}],
    ["https://as.example/a b", {}],
    ["", {}],
  ])("for error_uri %j", (uri, more) => {
    const { status, errorUri } = faultOf({ uri }).details;
    expect({ status, errorUri }).toEqual({ status: 400, ...more });
  });

  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ["120", 120],
    [" 0 ", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["1e99", undefined],
    ["Thu, 01 Jan 2026 00:02:00 GMT", 120],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Foo, 99 Bar", undefined],
  ])("for Retry-After %j", (header, seconds) => {
    expect(retryAfterS(header, nowMs)).toBe(seconds);
  });
});

/** A reply of the provider with a code and words. */
const said = (error: string | undefined, description = ""): Partial<ErrorResponse> => ({
  error,
  description,
});
const empty = (status: number): Partial<ErrorResponse> => ({ error: undefined, status });
const client = said("invalid_client");
const [plain, special] = [{ clientSecret: "abc" }, { clientSecret: "a+b" }];
const password = { grantType: "password", ...special } as const;
const code = { grantType: "authorization_code" } as const;
const json = { tokenRequestFormat: "json" } as const;
it.each<[string, Partial<ErrorResponse>, Partial<Fields>, RegExp]>([
  ["basic-raw, for a secret with special characters", client, special, /basic-raw/],
  [
    "basic-raw, for a client id with special characters",
    client,
    { clientId: "a@b", clientSecret: "s" },
    /basic-raw/,
  ],
  ["post, for a plain secret", client, plain, /\bpost\b/],
  ["post, for status 401 without a code", empty(401), plain, /\bpost\b/],
  ["basic-raw, for an empty reply to a secret with special characters", empty(403), special, /basic-raw/],
  ["post, for an empty reply with status 400", empty(400), plain, /\bpost\b/],
  [
    "the user name and the password too, for an empty reply to them",
    empty(403),
    password,
    /^Check the user name and .*basic-raw/,
  ],
  ["the client secret, for a public client", client, {}, /client secret/],
  ["the audience, for a client assertion", client, { clientAuthentication: "private_key_jwt" }, /audience/],
  [
    "clientAuthentication, for a secret in the body",
    client,
    { ...special, clientAuthentication: "post" },
    /clientAuthentication/,
  ],
  ["the scopes", said("invalid_scope"), {}, /scopes/],
  ["the grant type", said("unsupported_grant_type"), {}, /grant type/],
  ["DPoP", said("use_dpop_nonce"), {}, /DPoP/],
  ["a later attempt, for an overloaded server", empty(429), {}, /later/],
  [
    "another sign-in, for a code that is refused as invalid_request",
    said("invalid_request", "Invalid Authorization Code"),
    code,
    /^Start the sign-in again/,
  ],
  [
    "another sign-in, for a code that has expired",
    said(undefined, "The code has expired"),
    code,
    /^Start the sign-in again/,
  ],
  ["JSON, for a form that is refused with status 415", empty(415), {}, /to json/],
  [
    "JSON, if the provider names it",
    said("invalid_request", "Content-Type must be application/json"),
    {},
    /to json/,
  ],
  [
    "JSON, if the provider finds no grant type in the form",
    said("invalid_request", "Missing grant_type"),
    code,
    /to json/,
  ],
  [
    "a form, if the provider finds no grant type in the JSON",
    said("invalid_request", "grant_type must not be blank"),
    json,
    /to form/,
  ],
  [
    "the assertion, if the provider names a JSON Web Token",
    said("invalid_grant", "The JSON Web Token has expired"),
    { grantType: "jwt_bearer" },
    /assertion/,
  ],
  [
    "the subject token, for a token exchange",
    said("invalid_grant"),
    { grantType: "token_exchange" },
    /subject token/,
  ],
  ["the documentation, for an unknown code", said("x_custom"), {}, /documentation/],
  ["the documentation, for a code that objects inherit", said("constructor"), {}, /documentation/],
])("the hint names %s", (_situation, over, fields, hint) => {
  expect(faultOf(over, fields).hint).toMatch(hint);
});

describe("an authorization error response", () => {
  const redirectUri = "http://localhost:4000/callback";
  const rejected = (error: string, description = "", scopes = "openid") => {
    const authorizationUrl = "https://provider.example/tenant/authorize?x=1";
    const { fields } = settingWith({ authorizationUrl, scopes });
    return authorizationFault({ error, description }, fields, redirectUri);
  };

  it("with access_denied means that the sign-in was denied", () => {
    expect(rejected("access_denied")).toMatchObject({ code: "OAUTH_DENIED", details: { description: "" } });
    expect(rejected("access_denied", "Not today").what).toContain("(Not today)");
  });

  it("with user_cancelled_authorize means the same", () => {
    expect(rejected("user_cancelled_authorize", "The user cancelled it").code).toBe("OAUTH_DENIED");
  });

  it("with access_denied names a common cause if it has no description and no scope was requested", () => {
    expect(rejected("access_denied", "", " ").what).toContain("set scopes");
    expect(rejected("access_denied", "Not today", "").details["description"]).toBe(" (Not today)");
  });

  it.each([
    ["invalid_scope", "scopes"],
    ["temporarily_unavailable", "later"],
    ["unauthorized_client", "grant"],
    ["unsupported_response_type", "grant"],
    ["interaction_required", "consent"],
    ["x_custom-code.9", "documentation"],
    ["constructor", "documentation"],
  ])("keeps the code %s, with a hint and the redirect URI", (error, hint) => {
    const rejection = rejected(error, "because");
    const details = {
      url: "https://provider.example/tenant/authorize",
      error,
      description: " (because)",
      redirectUri,
    };
    expect(rejection).toMatchObject({ code: "OAUTH_REFUSED", details });
    expect(rejection.hint).toContain(hint);
    expect(rejection.hint).toContain(redirectUri);
  });
});

const invalid = (status: number) => oauthFault("OAUTH_RESPONSE_INVALID", { url: "u", status, problem: "p" });
it.each<[string, unknown, string]>([
  ["invalid_grant", faultOf({}), "invalid-grant"],
  ["invalid_grant with status 200", faultOf({ status: 200 }), "invalid-grant"],
  ["status 400 without a code", faultOf({ error: undefined }), "invalid-grant"],
  ["GitHub's code", faultOf({ status: 200, error: "bad_refresh_token" }), "invalid-grant"],
  ["a withdrawn consent", faultOf({ error: "consent_required" }), "invalid-grant"],
  ["invalid_grant with status 429", faultOf({ status: 429 }), "temporary"],
  ["invalid_grant with status 500", faultOf({ status: 500 }), "temporary"],
  ["status 429 without a code", faultOf({ status: 429, error: undefined }), "temporary"],
  ["temporarily_unavailable with status 400", faultOf({ error: "temporarily_unavailable" }), "temporary"],
  ["an invalid reply with status 502", invalid(502), "temporary"],
  ["an unreachable provider", fault("AUTH_UNREACHABLE", { where: "u", reason: "r" }), "temporary"],
  ["another code", faultOf({ error: "invalid_client" }), "other"],
  ["status 403 without a code", faultOf({ status: 403, error: undefined }), "unclear"],
  ["an HTML page with status 400", invalid(400), "unclear"],
  ["an unknown code", faultOf({ error: "x_custom" }), "invalid-grant"],
  ["an unknown code with status 403", faultOf({ status: 403, error: "x_custom" }), "unclear"],
  [
    "words about the refresh token with another code (Atlassian)",
    faultOf({ status: 403, error: "unauthorized_client", description: "refresh_token is invalid" }),
    "invalid-grant",
  ],
  [
    "words about the refresh token without a code (Twitch)",
    faultOf(said(undefined, "Invalid refresh token")),
    "invalid-grant",
  ],
  ["another code about the client", faultOf({ error: "BAD_CLIENT_ID" }), "other"],
  ["words about the client", faultOf(said(undefined, "invalid client secret")), "other"],
  ["an invalid reply with status 200", invalid(200), "other"],
  ["a redirect", invalid(302), "other"],
  ["an invalid setting", fault("AUTH_SETTING_INVALID", { where: "w", problem: "p" }), "other"],
  ["a cancellation", new DOMException("stop", "AbortError"), "other"],
  ["undefined", undefined, "other"],
])("the kind of a failure, for stored tokens: %s", (_situation, error, kind) => {
  expect(kindOfFailure(error)).toBe(kind);
});
