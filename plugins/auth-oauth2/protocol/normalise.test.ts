// What providers really answer at the token endpoint, and what each of it counts for.

import { describe, expect, it } from "vitest";
import { processGenericTokenEndpointResponse } from "oauth4webapi";
import { normaliseToken } from "./normalise.js";
import type { RawReply } from "./wire.js";

interface Sloppy {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

const reply = ({ status = 200, type = "application/json", headers = {}, body }: Sloppy): RawReply => ({
  status,
  headers: { ...(type === "" ? {} : { "content-type": type }), ...headers },
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
});
const read = (sloppy: Sloppy, wrapper = "") => normaliseToken(reply(sloppy), wrapper);
const good = { access_token: "t", token_type: "Bearer" };
const html = "<!doctype html><title>Bad gateway</title>";

function token(sloppy: Sloppy, wrapper?: string) {
  const normal = read(sloppy, wrapper);
  if (normal.kind !== "token") throw new Error(`it became ${normal.kind}`);
  return normal;
}

describe("taken as it is, without a note", () => {
  it.each<[string, Sloppy, object]>([
    ["the least", { body: good }, good],
    [
      "everything",
      { body: { ...good, expires_in: 3600, scope: "a b", refresh_token: "r" } },
      { ...good, expires_in: 3600, scope: "a b", refresh_token: "r" },
    ],
    ["a charset", { type: "application/json;charset=UTF-8", body: good }, good],
    ["a type that ends in +json", { type: "application/vnd.x+json", body: good }, good],
    ["a byte order mark", { body: `\ufeff${JSON.stringify(good)}` }, good],
    ["expires_in 0: expired at once", { body: { ...good, expires_in: 0 } }, { ...good, expires_in: 0 }],
    ["a float", { body: { ...good, expires_in: 59.5 } }, { ...good, expires_in: 59.5 }],
    ["an empty scope", { body: { ...good, scope: "" } }, good],
    ["members that nobody asked for", { body: { ...good, "not-before": 1, session_state: [[]] } }, good],
    ["a challenge on a good answer", { headers: { "www-authenticate": "Bearer" }, body: good }, good],
    ["an error that is null", { body: { ...good, error: null } }, good],
    [
      "__proto__",
      {
        body: `{"__proto__":{"refresh_token":"evil","error":"evil"},"access_token":"t","token_type":"Bearer"}`,
      },
      good,
    ],
  ])("%s", (_situation, sloppy, body) => {
    expect(token(sloppy)).toEqual({
      kind: "token",
      body,
      tokenType: "Bearer",
      idToken: undefined,
      notes: [],
    });
  });
});

describe("taken, with a note that says so", () => {
  it.each<[string, Sloppy, object, RegExp]>([
    [
      "form encoding, as GitHub has it",
      {
        type: "application/x-www-form-urlencoded; charset=utf-8",
        body: "access_token=t&expires_in=60&scope=a%2Cb&token_type=bearer",
      },
      { ...good, expires_in: 60, scope: "a,b" },
      /form encoding/,
    ],
    [
      "form encoding as text/plain",
      { type: "text/plain", body: "access_token=t&token_type=bearer\n" },
      good,
      /form encoding/,
    ],
    ["form encoding as JSON", { body: "access_token=t&token_type=bearer" }, good, /form encoding/],
    ["JSON as text/html", { type: "text/html", body: good }, good, /as text\/html instead/],
    ["JSON as text/plain", { type: "text/plain", body: good }, good, /as text\/plain instead/],
    ["JSON without a type", { type: "", body: good }, good, /without a content type/],
    [
      "JSON under a type with an escape sequence",
      { type: "\u001b[31m/x", body: good },
      good,
      /without a content type/,
    ],
    ["status 201", { status: 201, body: good }, good, /status 201/],
    ["no token_type", { body: { access_token: "t" } }, good, /token_type; Bearer/],
    ["token_type null", { body: { access_token: "t", token_type: null } }, good, /token_type; Bearer/],
    ["token_type empty", { body: { access_token: "t", token_type: "" } }, good, /token_type; Bearer/],
    ["token_type a number", { body: { access_token: "t", token_type: 1 } }, good, /token_type; Bearer/],
    [
      "expires_in as a text",
      { body: { ...good, expires_in: "3600" } },
      { ...good, expires_in: 3600 },
      /as a text/,
    ],
    [
      "expires_in as a text with a fraction",
      { body: { ...good, expires_in: " 3.5 " } },
      { ...good, expires_in: 3.5 },
      /as a text/,
    ],
    ["expires_in in words", { body: { ...good, expires_in: "3600 seconds" } }, good, /no number of seconds/],
    ["expires_in empty", { body: { ...good, expires_in: "" } }, good, /no number of seconds/],
    ["expires_in null", { body: { ...good, expires_in: null } }, good, /no number of seconds/],
    ["expires_in true", { body: { ...good, expires_in: true } }, good, /no number of seconds/],
    ["expires_in negative", { body: { ...good, expires_in: -1 } }, good, /no number of seconds/],
    ["expires_in negative as a text", { body: { ...good, expires_in: "-1" } }, good, /no number of seconds/],
    ["expires_in NaN", { body: { ...good, expires_in: "NaN" } }, good, /no number of seconds/],
    [
      "expires_in absurd",
      { body: { ...good, expires_in: 1e308 } },
      { ...good, expires_in: 315_360_000 },
      /cut to 3650 days/,
    ],
    [
      "expires_in infinite",
      { body: `{"access_token":"t","token_type":"Bearer","expires_in":1e999}` },
      { ...good, expires_in: 315_360_000 },
      /cut to 3650 days/,
    ],
    ["scope as a list", { body: { ...good, scope: ["a", "b"] } }, { ...good, scope: "a b" }, /as a list/],
    ["scope null", { body: { ...good, scope: null } }, good, /scope was no text/],
    ["scope as a list of something else", { body: { ...good, scope: [1] } }, good, /scope was no text/],
    ["refresh_token null", { body: { ...good, refresh_token: null } }, good, /refresh_token was empty/],
    ["refresh_token empty", { body: { ...good, refresh_token: "" } }, good, /refresh_token was empty/],
    [
      "refresh_token with a line break",
      { body: { ...good, refresh_token: "a\nb" } },
      good,
      /printable ASCII/,
    ],
    ["id_token empty", { body: { ...good, id_token: "" } }, good, /id_token was empty/],
    ["id_token a number", { body: { ...good, id_token: 1 } }, good, /id_token was empty/],
  ])("%s", (_situation, sloppy, body, note) => {
    const normal = token(sloppy);
    expect(normal.body).toEqual(body);
    expect(normal.notes).toEqual([expect.stringMatching(note)]);
  });

  it("an answer under a key, when the setting names it", () => {
    const normal = token({ body: { data: good, message: "success" } }, "data");
    expect(normal.body).toEqual(good);
    expect(normal.notes).toEqual([expect.stringMatching(/wrappedResponse/)]);
  });

  it("an answer beside the key that the setting names", () => {
    expect(token({ body: good }, "__proto__").body).toEqual(good);
    expect(token({ body: good }, "data").notes).toEqual([]);
    expect(token({ body: { ...good, data: "text" } }, "data").body).toEqual(good);
  });
});

describe("kept aside", () => {
  it("the ID token, which must not cost the access token", () => {
    const normal = token({ body: { ...good, id_token: "broken" } });
    expect([normal.idToken, normal.body]).toEqual(["broken", good]);
  });

  it.each([
    ["bearer", "bearer"],
    ["mac", "mac"],
    ["N_A", "N_A"],
    ["constructor", "constructor"],
    ["a\u001b[31mb\r\nX: y", "ab X: y"],
    ["x".repeat(99), "x".repeat(60)],
  ])("the type %j, fit to be shown", (written, tokenType) => {
    expect(token({ body: { ...good, token_type: written } }).tokenType).toBe(tokenType);
  });

  it("a scope, fit to be shown", () => {
    expect(token({ body: { ...good, scope: "a\u001b]0;title\u0007 b\n" } }).body["scope"]).toBe("a b");
  });
});

describe("refused, with the provider's code", () => {
  const invalid = { error: "invalid_grant", error_description: "gone", error_uri: "https://example.org/e" };
  it.each<[string, Sloppy, object]>([
    [
      "status 400",
      { status: 400, body: invalid },
      { status: 400, error: "invalid_grant", description: "gone", uri: "https://example.org/e" },
    ],
    [
      "status 200, as GitHub has it",
      { body: { error: "bad_verification_code" } },
      { status: 200, error: "bad_verification_code" },
    ],
    ["status 200 beside a token", { body: { ...good, error: "invalid_scope" } }, { error: "invalid_scope" }],
    [
      "form encoding",
      { type: "application/x-www-form-urlencoded", body: "error=invalid_client&error_description=no+way" },
      { error: "invalid_client", description: "no way" },
    ],
    ["text/html", { status: 400, type: "text/html", body: invalid }, { error: "invalid_grant" }],
    [
      "status 401 with a challenge and JSON",
      {
        status: 401,
        headers: { "www-authenticate": `Basic realm="x", error="other"` },
        body: { error: "invalid_client", error_description: "secret?" },
      },
      { status: 401, error: "invalid_client", description: "secret?" },
    ],
    [
      "status 401 with a challenge alone",
      {
        status: 401,
        headers: { "www-authenticate": `Bearer error="invalid_token", error_description="it ended"` },
        body: "",
      },
      { error: "invalid_token", description: "it ended" },
    ],
    ["status 401 without anything", { status: 401, type: "", body: "" }, { status: 401, error: undefined }],
    [
      "status 403 with an empty body",
      { status: 403, type: "", body: "" },
      { status: 403, error: undefined, description: "" },
    ],
    [
      "status 403 with a page",
      { status: 403, type: "text/html", body: html },
      { error: undefined, description: "" },
    ],
    [
      "status 429",
      { status: 429, headers: { "retry-after": "9" }, body: "" },
      { status: 429, error: undefined, retryAfter: "9" },
    ],
    [
      "status 503 with JSON",
      { status: 503, body: { error: "temporarily_unavailable" } },
      { status: 503, error: "temporarily_unavailable" },
    ],
    [
      "a description that is no text",
      { status: 400, body: { error: "e", error_description: ["x"] } },
      { error: "e", description: "" },
    ],
  ])("%s", (_situation, sloppy, refusal) => {
    expect(read(sloppy)).toMatchObject({ kind: "refusal", ...refusal });
  });

  it.each([
    ["inside of the wrapper", { data: { error: "invalid_grant" } }],
    ["beside of it", { error: "invalid_grant", data: { error: "other" } }],
  ])("an error %s", (_situation, body) => {
    expect(read({ status: 401, body }, "data")).toMatchObject({ kind: "refusal", error: "invalid_grant" });
  });
});

describe("not usable", () => {
  const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)},"access_token":"t"}`;
  it.each<[string, Sloppy, RegExp]>([
    ["an empty body", { body: "" }, /empty/],
    ["status 204", { status: 204, type: "", body: "" }, /empty/],
    ["a page", { type: "text/html", body: html }, /not JSON \(text\/html\)/],
    ["a page with status 502", { status: 502, type: "text/html", body: html }, /not JSON/],
    ["half of a JSON", { body: `{"access_token":"t"` }, /not JSON/],
    ["a list", { body: [good] }, /no JSON object/],
    ["null", { body: "null" }, /no JSON object/],
    ["a number", { body: "1" }, /no JSON object/],
    ["a redirect, whatever it carries", { status: 307, body: good }, /redirect/],
    ["status 404 with JSON", { status: 404, body: good }, /no error code/],
    [
      "status 500 with an error that is no text",
      { status: 500, body: { error: { message: "x" } } },
      /no error code/,
    ],
    ["nesting beyond reason", { body: deep(100) }, /nested too deeply/],
    ["nesting that would burst the stack", { body: deep(100_000) }, /nested too deeply/],
    [
      "a parameter that comes twice",
      { type: "application/x-www-form-urlencoded", body: "access_token=a&access_token=b" },
      /repeats/,
    ],
    [
      "an answer under a key that the setting does not name",
      { body: { data: good } },
      /nested.*wrappedResponse/,
    ],
  ])("%s", (_situation, sloppy, problem) => {
    expect(read(sloppy)).toMatchObject({ kind: "unusable", problem: expect.stringMatching(problem) });
  });

  it("says nothing of what the body holds", () => {
    expect(JSON.stringify(read({ type: "text/html", body: "CANARY <b>" }))).not.toContain("CANARY");
  });
});

it("leaves what is required to the protocol library", async () => {
  const server = { issuer: "https://example.org" };
  const client = { client_id: "c" };
  const check = (body: object) =>
    processGenericTokenEndpointResponse(server, client, Response.json(token({ body }).body));
  await expect(check({ ...good, expires_in: "60", scope: ["a"] })).resolves.toMatchObject({
    access_token: "t",
  });
  await expect(check({ token_type: "Bearer" })).rejects.toThrow(/access_token/);
  await expect(check({ access_token: null })).rejects.toThrow(/access_token/);
  await expect(check({ access_token: "" })).rejects.toThrow(/access_token/);
  await expect(check({ access_token: 12 })).rejects.toThrow(/access_token/);
});
