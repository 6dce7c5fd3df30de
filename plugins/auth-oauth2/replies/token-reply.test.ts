// Access token responses as providers really send them, and what is read from each.

import { describe, expect, it } from "vitest";
import { readSuccess } from "./read-reply.js";
import type { ProviderReply } from "./send-to-provider.js";
import { readTokenReply } from "./token-reply.js";

interface Sloppy {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

const replyOf = ({ status = 200, type = "application/json", headers = {}, body }: Sloppy): ProviderReply => ({
  status,
  headers: { ...(type === "" ? {} : { "content-type": type }), ...headers },
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
});
function read(sloppy: Sloppy, wrapper = "", use: "access_token" | "id_token" = "access_token") {
  return readSuccess(replyOf(sloppy), wrapper, (response) => readTokenReply(response, nowMs, use));
}
function token(sloppy: Sloppy, wrapper?: string) {
  const reply = read(sloppy, wrapper);
  if (reply.kind !== "token") throw new Error(`the reply is of the kind ${reply.kind}`);
  return reply;
}

const nowMs = Date.parse("2026-01-01T00:00:00Z");
const jwtWith = (claims: object): string =>
  ["{}", JSON.stringify(claims), ""].map((part) => Buffer.from(part).toString("base64url")).join(".");
const sent = { access_token: "t", token_type: "Bearer" };
const received = { kind: "token", accessToken: "t", tokenType: "Bearer", notes: [] as string[] };
const page = { type: "text/html", body: "<!doctype html><title>Bad gateway</title>" };
const form = (body: string): Sloppy => ({ type: "application/x-www-form-urlencoded", body });
const empty = { type: "", body: "" };
/** A reply whose challenge is the error. */
const challenged = (challenge: string, body: object | string = ""): Sloppy => ({
  status: 401,
  headers: { "www-authenticate": challenge },
  body,
});

it.each<[string, Sloppy, object]>([
  ["the required members only", { body: sent }, {}],
  [
    "every member",
    { body: { ...sent, expires_in: 3600, scope: "a b", refresh_token: "r" } },
    { expiresInS: 3600, scope: "a b", refreshToken: "r" },
  ],
  ["a charset in the content type", { type: "application/json;charset=UTF-8", body: sent }, {}],
  ["a content type that ends with +json", { type: "application/vnd.x+json", body: sent }, {}],
  ["a byte order mark", { body: `\ufeff${JSON.stringify(sent)}` }, {}],
  ["expires_in 0, which expires at once", { body: { ...sent, expires_in: 0 } }, { expiresInS: 0 }],
  ["a fraction in expires_in", { body: { ...sent, expires_in: 59.5 } }, { expiresInS: 59.5 }],
  ["an empty scope", { body: { ...sent, scope: "" } }, {}],
  ["unknown members", { body: { ...sent, "not-before": 1, session_state: [[]] } }, {}],
  ["a challenge in a successful reply", { headers: { "www-authenticate": "Bearer" }, body: sent }, {}],
  ["an error that is null", { body: { ...sent, error: null } }, {}],
  [
    "a member named __proto__",
    {
      body: `{"__proto__":{"refresh_token":"evil","error":"evil"},"access_token":"t","token_type":"Bearer"}`,
    },
    {},
  ],
])("a response is read without a note: %s", (_situation, sloppy, more) => {
  expect(token(sloppy)).toEqual({ ...received, ...more });
});

describe("a deviation is tolerated with a note:", () => {
  const lifetime = (value: unknown): Sloppy => ({ body: { ...sent, expires_in: value } });
  it.each<[string, Sloppy, object, RegExp]>([
    [
      "form encoding (GitHub)",
      {
        type: "application/x-www-form-urlencoded; charset=utf-8",
        body: "access_token=t&expires_in=60&scope=a%2Cb&token_type=bearer",
      },
      { tokenType: "bearer", expiresInS: 60, scope: "a,b" },
      /form encoding/,
    ],
    ["form encoding as JSON", { body: "access_token=t&token_type=Bearer" }, {}, /form encoding/],
    ["JSON as text/html", { type: "text/html", body: sent }, {}, /text\/html/],
    ["JSON without a content type", { type: "", body: sent }, {}, /without a content type/],
    ["an escape sequence as content type", { type: "\u001b/x", body: sent }, {}, /without a content type/],
    ["status 201", { status: 201, body: sent }, {}, /status 201/],
    ["no token_type", { body: { access_token: "t" } }, {}, /token_type; Bearer/],
    ["token_type null", { body: { access_token: "t", token_type: null } }, {}, /token_type; Bearer/],
    ["token_type a number", { body: { access_token: "t", token_type: 1 } }, {}, /token_type; Bearer/],
    ["expires_in a text", lifetime("3600"), { expiresInS: 3600 }, /expires_in.* 3600\b/],
    ["expires_in a text with a fraction", lifetime(" 3.5 "), { expiresInS: 3.5 }, /expires_in.* 3\.5\b/],
    ["expires_in words", lifetime("3600 seconds"), {}, /no usable expires_in/],
    ["expires_in empty", lifetime(""), {}, /no usable expires_in/],
    ["expires_in null", lifetime(null), {}, /no usable expires_in/],
    ["expires_in negative", lifetime(-1), {}, /no usable expires_in/],
    ["expires_in beyond ten years", lifetime(1e308), { expiresInS: 315_360_000 }, /expires_in.* 315360000\b/],
    ["blanks around the token", { body: { ...sent, access_token: " t\n" } }, {}, /Spaces and line ends/],
    ["scope a list", { body: { ...sent, scope: ["a", "b"] } }, { scope: "a b" }, /unusual scope/],
    ["scope a list of numbers", { body: { ...sent, scope: [1] } }, {}, /no usable scope/],
    ["refresh_token null", { body: { ...sent, refresh_token: null } }, {}, /no usable refresh_token/],
    ["refresh_token with a line break", { body: { ...sent, refresh_token: "a\nb" } }, {}, /refresh_token/],
    ["id_token empty", { body: { ...sent, id_token: "" } }, {}, /no usable id_token/],
  ])("%s", (_situation, sloppy, more, note) => {
    expect(token(sloppy)).toEqual({ ...received, ...more, notes: [expect.stringMatching(note)] });
  });

  it("names in camel case, with or without a wrapper", () => {
    const body = { accessToken: "t", tokenType: "Bearer" };
    const note = "The provider sent accessToken, tokenType instead of access_token, token_type.";
    expect(token({ body })).toMatchObject({ accessToken: "t", notes: [note] });
    expect(token({ body: { data: body } }, "data")).toMatchObject({ accessToken: "t" });
    expect(token({ body: { ...sent, accessToken: "another" } })).toEqual(received);
  });

  it("a nested response, if wrappedResponse names the member", () => {
    expect(token({ body: { data: sent, message: "success" } }, "data")).toEqual({
      ...received,
      notes: [expect.stringMatching(/wrappedResponse/)],
    });
  });

  it("a response that is not nested although wrappedResponse names a member", () => {
    expect(token({ body: sent }, "__proto__")).toEqual(received);
    expect(token({ body: sent }, "data")).toEqual(received);
    expect(token({ body: { ...sent, data: "text" } }, "data")).toEqual(received);
  });
});

describe("expires_in in milliseconds is read as such if another member proves it:", () => {
  const expires_in = 3_600_000;
  const token = jwtWith({ iat: 1_000_000_000, exp: 1_000_003_600 });
  it.each<[string, object, number]>([
    ["expires_at in seconds", { expires_in, expires_at: nowMs / 1_000 + 3_600 }, 3_600],
    ["expires_at in milliseconds", { expires_in, expires_at: nowMs + 3_590_000 }, 3_600],
    ["expires_at as a date", { expires_in, expires_at: "2026-01-01T01:00:00Z" }, 3_600],
    [
      "expires_on and issued_at",
      { expires_in: "3600000", expires_on: "1700003600", issued_at: "1700000000" },
      3_600,
    ],
    ["the claims of the token", { access_token: token, expires_in }, 3_600],
    ["no other member", { expires_in }, 3_600_000],
    ["a lifetime in seconds that is as long", { expires_in, expires_at: nowMs + 3_600_000_000 }, 3_600_000],
    ["a member that fits neither", { expires_in, expires_at: 5 }, 3_600_000],
    ["a short lifetime", { expires_in: 3_600, expires_at: nowMs / 1_000 + 3 }, 3_600],
  ])("%s", (_situation, members, expiresInS) => {
    expect(read({ body: { ...sent, ...members } })).toMatchObject({ expiresInS });
  });
});

describe("text from the provider", () => {
  it("may contain a malformed ID token without losing the access token", () => {
    expect(token({ body: { ...sent, id_token: "broken" } })).toEqual({ ...received, idToken: "broken" });
  });

  it.each([
    ["N_A", "N_A"],
    ["constructor", "constructor"],
    ["a\u001b[31mb\r\nX: y", "ab X: y"],
    ["x".repeat(99), `${"x".repeat(57)}...`],
  ])("becomes displayable in token_type: %j", (written, tokenType) => {
    expect(token({ body: { ...sent, token_type: written } }).tokenType).toBe(tokenType);
  });

  it("becomes displayable in scope", () => {
    expect(token({ body: { ...sent, scope: "a\u001b]0;title\u0007 b\n" } }).scope).toBe("a b");
  });
});

describe("an error response is recognized:", () => {
  const invalid = { error: "invalid_grant", error_description: "gone", error_uri: "https://example.org/e" };
  it.each<[string, Sloppy, object]>([
    [
      "status 400",
      { status: 400, body: invalid },
      { status: 400, error: "invalid_grant", description: "gone", uri: "https://example.org/e" },
    ],
    ["status 200 (GitHub)", { body: { error: "bad_code" } }, { status: 200, error: "bad_code" }],
    ["status 200 beside a token", { body: { ...sent, error: "invalid_scope" } }, { error: "invalid_scope" }],
    [
      "status 401 with a challenge and JSON",
      challenged(`Basic realm="x", error="other"`, { error: "invalid_client", error_description: "secret?" }),
      { status: 401, error: "invalid_client", description: "secret?" },
    ],
    [
      "status 401 with a challenge only",
      challenged(`Bearer error="invalid_token", error_description="it ended"`),
      { error: "invalid_token", description: "it ended" },
    ],
    ["a challenge that names no scheme", challenged(`error="invalid_client"`), { error: "invalid_client" }],
    ["status 401 without a body", { status: 401, ...empty }, { status: 401, error: undefined }],
    [
      "status 200 without a token (WeChat)",
      { body: { errcode: 40013, errmsg: "invalid appid" } },
      { status: 200, error: "40013", description: "invalid appid", means: "client" },
    ],
    [
      "status 429 with Retry-After",
      { status: 429, headers: { "retry-after": "9" }, body: "" },
      { status: 429, error: undefined, retryAfter: "9" },
    ],
  ])("%s", (_situation, sloppy, error) => {
    expect(read(sloppy)).toMatchObject({ kind: "error", ...error });
  });

  it.each([
    ["inside the wrapper", { data: { error: "invalid_grant" } }],
    ["beside the wrapper", { error: "invalid_grant", data: { error: "other" } }],
  ])("an error %s", (_situation, body) => {
    expect(read({ status: 401, body }, "data")).toMatchObject({ kind: "error", error: "invalid_grant" });
  });
});

describe("a reply is invalid:", () => {
  const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)},"access_token":"t"}`;
  it.each<[string, Sloppy, RegExp]>([
    ["an empty body", { body: "" }, /empty/],
    ["status 204", { status: 204, ...empty }, /empty/],
    ["an HTML page", page, /not JSON \(text\/html\)/],
    ["truncated JSON", { body: `{"access_token":"t"` }, /not JSON/],
    ["a list", { body: [sent] }, /not a JSON object/],
    ["a redirect with a token in its body", { status: 307, body: sent }, /redirect/],
    ["status 404 with a token in its body", { status: 404, body: sent }, /no response of an OAuth endpoint/],
    ["status 400 with an HTML page", { status: 400, ...page }, /HTML page \("Bad gateway"\)/],
    [
      "status 404 with JSON",
      { status: 404, body: { message: "no Route matched" } },
      /no response of an OAuth endpoint \("no Route matched"\)/,
    ],
    ["100 levels of nesting", { body: deep(100) }, /nested too deeply/],
    ["enough nesting to overflow the stack", { body: deep(100_000) }, /nested too deeply/],
    ["a repeated form parameter", form("access_token=a&access_token=b"), /repeats/],
    [
      "a nested response that wrappedResponse does not name",
      { body: { data: sent, message: "OK", code: 0 } },
      /nested.* wrappedResponse: data$/,
    ],
    [
      "a nested response in camel case",
      { body: { result: { accessToken: "a" } } },
      /wrappedResponse: result$/,
    ],
    ["words of success", { body: { status: "success", message: "ok" } }, /"access_token" is missing/],
    [
      "an error in place of the token",
      { body: { ...sent, access_token: "error: invalid client_secret" } },
      /no token \("error: invalid client_secret"\)$/,
    ],
    ["other words in place of the token", { body: { ...sent, access_token: "not for show" } }, /no token$/],
    ["no access_token", { body: { token_type: "Bearer" } }, /"access_token"/],
    ["access_token null", { body: { access_token: null } }, /"access_token"/],
    ["access_token a number", { body: { access_token: 12 } }, /"access_token"/],
  ])("%s", (_situation, sloppy, problem) => {
    expect(read(sloppy)).toMatchObject({ kind: "invalid", problem: expect.stringMatching(problem) });
  });

  it("the problem contains no part of the body", () => {
    expect(JSON.stringify(read({ type: "text/html", body: "CANARY <b>" }))).not.toContain("CANARY");
  });
});

describe("an ID token alone", () => {
  const alone = { id_token: "e30.e30.", token_type: "Bearer", id_token_expires_in: 600, refresh_token: "r" };

  it("is refused with the remedy where the access token is used", () => {
    expect(read({ body: alone })).toMatchObject({
      kind: "invalid",
      problem: expect.stringMatching(/scope.*use to id_token/) as string,
    });
  });

  it("stands in the place of the access token where the ID token is used", () => {
    expect(read({ body: alone }, "", "id_token")).toMatchObject({
      kind: "token",
      accessToken: "e30.e30.",
      idToken: "e30.e30.",
      isIdToken: true,
      expiresInS: 600,
      refreshToken: "r",
      notes: [],
    });
  });

  it("beside an access token changes nothing", () => {
    expect(read({ body: { ...alone, ...sent } }, "", "id_token")).not.toHaveProperty("isIdToken");
  });
});

it.each([
  [{ refresh_url: "https://id.example/refresh" }, "https://id.example/refresh"],
  [{ refreshTokenUrl: "https://id.example/refresh?a=b" }, "https://id.example/refresh?a=b"],
  [{ refreshUrl: "/refresh" }, undefined],
  [{ refreshUrl: "https://u:p@id.example/" }, undefined],
  [{ refreshUrl: 7 }, undefined],
])("the address for refreshing in %j is %s", (more, address) => {
  expect(token({ body: { ...sent, ...more } })).toMatchObject({ refreshUrl: address, notes: [] });
});
