// Errors of providers in every shape: the code, the words, and the meaning that are read from each.

import { describe, expect, it } from "vitest";
import { kindOf } from "./provider-error.js";
import { readReply } from "./read-reply.js";

type Meaning = readonly [code: string | undefined, words: string, kind: string];

function read(body: unknown, status = 400, type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const reply = { status, headers: { "content-type": type }, body: new TextEncoder().encode(text) };
  const response = readReply(reply, "");
  return response.kind === "error"
    ? [response.error, response.description, response.means]
    : [response.kind, "problem" in response ? response.problem : ""];
}

it.each<[string, unknown, Meaning]>([
  ["RFC 6749", { error: "invalid_grant", error_description: "gone" }, ["invalid_grant", "gone", "refused"]],
  ["a code alone (Microsoft)", { error: "authorization_declined" }, ["authorization_declined", "", "denied"]],
  [
    "an object (Facebook)",
    { error: { message: "Error validating client secret.", type: "OAuthException", code: 1 } },
    ["1", "Error validating client secret.", "client"],
  ],
  [
    "an object that says to go on (Facebook's device flow)",
    { error: { message: "Continue polling.", code: 31 } },
    ["31", "Continue polling.", "pending"],
  ],
  [
    "the code as the message (Twitch)",
    { status: 400, message: "authorization_pending" },
    ["authorization_pending", "", "pending"],
  ],
  [
    "a code as the status (HubSpot)",
    { status: "BAD_CLIENT_ID", message: "missing or unknown client id" },
    ["BAD_CLIENT_ID", "missing or unknown client id", "client"],
  ],
  ["a number (Reddit)", { message: "Bad Request", error: 400 }, [undefined, "Bad Request", "other"]],
  [
    "inner errors (Discord)",
    {
      code: 50035,
      message: "Invalid Form Body",
      errors: { client_id: { _errors: [{ message: "not snowflake" }] } },
    },
    ["50035", "Invalid Form Body: client_id: not snowflake", "client"],
  ],
  [
    "a list of errors (Strava)",
    { message: "Bad Request", errors: [{ resource: "Application", field: "client_id", code: "invalid" }] },
    ["invalid", "Bad Request: client_id", "client"],
  ],
  [
    "a list as detail (FastAPI)",
    { detail: [{ loc: ["body"], msg: "field required" }] },
    [undefined, "field required", "other"],
  ],
  [
    "problem+json (RFC 9457)",
    { type: "about:blank", title: "Bad Request", detail: "no such code", status: 400 },
    ["about:blank", "no such code", "other"],
  ],
  [
    "a fault (Apigee)",
    { fault: { faultstring: "Invalid client id : x", detail: { errorcode: "oauth.v2.InvalidClientId" } } },
    ["oauth.v2.InvalidClientId", "Invalid client id : x", "client"],
  ],
  [
    "a list (Salesforce)",
    [{ message: "expired access/refresh token", errorCode: "invalid_grant" }],
    ["invalid_grant", "expired access/refresh token", "refused"],
  ],
  ["a text, in another spelling", `"AUTHORIZATION-PENDING"`, ["AUTHORIZATION-PENDING", "", "pending"]],
  [
    "a sentence as the code",
    { error: "Refresh token has been revoked" },
    [undefined, "Refresh token has been revoked", "refused"],
  ],
  [
    "invalid_request for an authorization code (FusionAuth)",
    { error: "invalid_request", error_description: "Invalid Authorization Code", error_reason: "not_found" },
    ["invalid_request", "Invalid Authorization Code", "refused"],
  ],
  [
    "a hint and a message beside the description (osu!)",
    { error: "unsupported_grant_type", error_description: "not supported", hint: "Check", message: "x" },
    ["unsupported_grant_type", "not supported", "request"],
  ],
  [
    "invalid_grant while the user has not confirmed (WSO2), which ends the polling",
    { error: "invalid_grant", error_description: "invalid_request" },
    ["invalid_grant", "invalid_request", "refused"],
  ],
  ["an empty object", {}, [undefined, "", "other"]],
])("JSON is read as an error: %s", (_shape, body, meaning) => {
  expect(read(body)).toEqual(meaning);
});

describe("other replies are read as an error:", () => {
  it.each<[string, string, number, string, Meaning]>([
    ["a plain text", "invalid_grant\n", 400, "text/plain", ["invalid_grant", "", "refused"]],
    ["a plain sentence", "The user denied.\n2", 400, "text/plain", [undefined, "The user denied.", "denied"]],
    ["a form", "error=slow_down&error_description=a", 400, "text/plain", ["slow_down", "a", "slow_down"]],
    ["a page with a title", "<title>A &amp; B</title>", 403, "text/html", [undefined, "A & B", "other"]],
    ["a page with a heading", "<!doctype html><h1>\n A </h1>", 401, "text/html", [undefined, "A", "other"]],
    ["XML", "<?xml version='1.0'?><e/>", 401, "text/xml", [undefined, "", "other"]],
  ])("%s", (_shape, body, status, type, meaning) => {
    expect(read(body, status, type)).toEqual(meaning);
  });

  it("GitHub refuses a refresh with status 200", () => {
    expect(read({ error: "bad_refresh_token" }, 200)).toEqual(["bad_refresh_token", "", "refused"]);
  });

  it("nesting, and lists of lists, have a limit", () => {
    const deep = `${'{"error":'.repeat(90)}"invalid_grant"${"}".repeat(90)}`;
    expect(read(deep)).toEqual([undefined, "", "other"]);
    expect(read(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)).toEqual([undefined, "", "other"]);
  });
});

describe("every name is read:", () => {
  it.each([
    ...["error", "error_code", "errorCode", "errcode", "errorcode", "code", "type", "__type", "errorType"],
    ...["error_type", "status", "Error", "title"],
  ])("%s has a code", (name) => {
    expect(read({ [name]: "invalid_grant" })).toEqual(["invalid_grant", "", "refused"]);
  });

  it.each([
    ...["error_description", "errorDescription", "error_message", "errorMessage", "message", "msg", "errmsg"],
    ...["error_msg", "errorSummary", "Message", "detail", "details", "description", "faultstring", "reason"],
    ...["title", "error"],
  ])("%s has words", (name) => {
    expect(read({ [name]: "It was revoked." })).toEqual([undefined, "It was revoked.", "other"]);
  });

  it.each(["error", "errors", "fault", "detail", "details", "data", "response", "_errors"])(
    "%s has an error inside",
    (name) => {
      const inner = { code: "invalid_grant", message: "It was revoked." };
      expect(read({ [name]: inner })).toEqual(["invalid_grant", "It was revoked.", "refused"]);
      expect(read({ [name]: [inner] })).toEqual(["invalid_grant", "It was revoked.", "refused"]);
    },
  );
});

it.each<[string, readonly string[]]>([
  [
    "refused",
    [
      ...["Refresh token is invalid", "refresh_token expired", "The refreshToken was revoked"],
      ...["refresh token unknown", "refresh token: malformed", "refresh token is inactive"],
      ...["Refresh token not found", "refresh token is not valid", "the refresh token is not active"],
      ...["the refresh token has already been used", "the refresh token was already used"],
      ...["invalid refresh token", "Expired refresh_token", "revoked refresh token", "unknown refresh token"],
      ...["bad refresh token", "inactive refresh token", "reuse of a refresh token", "reused refresh token"],
      ...["Invalid auth code", "expired authorization code", "malformed authorisation_code"],
      ...["unknown auth-code", "already used authorization code", "no such authorization code"],
      ...["authorization code is invalid", "auth code expired", "authorization_code was used"],
      ...["authorization code is malformed", "auth_code not_found"],
    ],
  ],
  [
    "pending",
    [
      ...["authorization_pending", "Login is still pending", "authorisation pending"],
      ...["not yet authorized", "The user has not yet been approved", "not yet confirmed"],
      "Continue polling.",
    ],
  ],
  [
    "slow_down",
    [
      ...["slow_down", "Please slow down", "slowdown", "polling too fast", "polling too often"],
      ...["You are polling too quickly", "polling too frequently"],
    ],
  ],
  [
    "expired",
    [
      ...["device code expired", "The user_code has expired", "The code is expired", "code was expired"],
      ...["code_expired", "expired_token"],
    ],
  ],
  [
    "denied",
    [
      ...["access_denied", "authorization_declined", "The user denied it", "the owner has declined"],
      ...["The user rejected the request", "the user cancelled", "user has canceled"],
    ],
  ],
  [
    "client",
    [
      ...["wrong client_id", "Client secret mismatch", "bad client credentials", "clientId is missing"],
      ...["client authentication failed", "client-key", "app_id", "unknown application key"],
      ...["the App Secret", "invalid appid"],
    ],
  ],
  ["other", ["Bad Request", "the token expired", "not the right code", "the application failed", ""]],
])("words without a code mean %s", (kind, texts) => {
  expect(texts.filter((words) => kindOf(undefined, words) !== kind)).toEqual([]);
});
