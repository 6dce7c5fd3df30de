// Which discovery documents are believed, and what is wrong with the others.

import { describe, expect, it } from "vitest";
import type { RawReply } from "../protocol/wire.js";
import { readDocument } from "./document.js";
import { candidates } from "./input.js";

const issuer = "https://as.example.com";
const good = {
  issuer,
  authorization_endpoint: `${issuer}/authorize?tenant=1`,
  token_endpoint: `${issuer}/token`,
};

interface Situation {
  readonly asked?: string;
  readonly status?: number;
  readonly type?: string;
  readonly allowInsecure?: boolean;
}
function read(
  body: unknown,
  { asked = issuer, status = 200, type = "application/json", allowInsecure = false }: Situation = {},
) {
  const [candidate] = candidates(asked);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const reply: RawReply = { status, headers: { "content-type": type }, body: new TextEncoder().encode(text) };
  if (candidate === undefined) throw new Error("nothing to ask");
  return readDocument(reply, candidate, allowInsecure);
}
const document = (...given: Parameters<typeof read>) => {
  const reading = read(...given);
  if (reading.kind !== "valid") throw new Error(JSON.stringify(reading));
  return reading.document;
};

describe("a document", () => {
  it("gives its endpoints and lists, and nothing else", () => {
    expect(
      document({
        ...good,
        device_authorization_endpoint: `${issuer}/device`,
        revocation_endpoint: `${issuer}/revoke`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: "javascript:alert(1)",
        scopes_supported: ["openid", 1, null, "two words", "email"],
        token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      }),
    ).toEqual({
      issuer,
      endpoints: {
        authorizationUrl: `${issuer}/authorize?tenant=1`,
        tokenUrl: `${issuer}/token`,
        deviceAuthorizationUrl: `${issuer}/device`,
        revocationUrl: `${issuer}/revoke`,
        jwksUrl: `${issuer}/jwks`,
      },
      scopes: ["openid", "email"],
      clientAuthenticationMethods: ["client_secret_basic", "none"],
      codeChallengeMethods: ["S256"],
      issuerAnnounced: true,
      notes: [],
    });
  });

  it.each<[string, unknown, Situation]>([
    ["with a token endpoint only", { issuer, token_endpoint: good.token_endpoint }, {}],
    [
      "with an authorization endpoint only",
      { issuer, authorization_endpoint: good.authorization_endpoint },
      {},
    ],
    ["with endpoints that are null or empty", { ...good, jwks_uri: null, revocation_endpoint: "" }, {}],
    ["with a byte order mark", `\uFEFF${JSON.stringify(good)}`, {}],
    ["with a slash after the issuer", { ...good, issuer: `${issuer}/` }, {}],
    ["without the slash that was typed", good, { asked: `${issuer}/` }],
    [
      "of this machine, over http",
      { issuer: "http://localhost:3000", token_endpoint: "http://127.0.0.1:3001/t" },
      { asked: "localhost:3000" },
    ],
    [
      "of a private network",
      { issuer: "https://keycloak:8443", token_endpoint: "https://10.0.0.9/t" },
      { asked: "keycloak:8443" },
    ],
    [
      "of a shared tenant at Microsoft",
      { ...good, issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
      { asked: "login.microsoftonline.com/common/v2.0" },
    ],
  ])("is believed: %s", (_situation, body, situation) => {
    expect(read(body, situation)).toMatchObject({ kind: "valid" });
  });

  it("keeps the issuer as it is written, because answers are compared with that", () => {
    expect(document({ ...good, issuer: `${issuer}/` }).issuer).toBe(`${issuer}/`);
  });

  it("is told to be mislabelled", () => {
    expect(document(good, { type: "text/html" }).notes).toEqual([expect.stringContaining("text/html")]);
  });

  it("is told to lead to other hosts", () => {
    const notes = document({ ...good, token_endpoint: "https://oauth2.example.org/t" }).notes;
    expect(notes).toEqual(["Not on as.example.com itself: tokenUrl on oauth2.example.org."]);
  });

  it("may name http on other machines where the setting allows it, and that is told", () => {
    const insecure = { ...good, token_endpoint: "http://as.example.com/token" };
    expect(read(insecure)).toMatchObject({ kind: "unusable" });
    expect(document(insecure, { allowInsecure: true }).notes).toContainEqual(
      expect.stringContaining("tokenUrl uses http"),
    );
  });
});

describe("of another issuer", () => {
  it.each([
    ["another host", "https://evil.example.com"],
    ["another path", `${issuer}/tenant`],
    ["another scheme", "http://as.example.com"],
    ["another port", `${issuer}:8443`],
    ["other letters", "https://AS.example.com"],
    ["two slashes", `${issuer}//`],
    ["a query", `${issuer}?a`],
    ["a template", "https://{tenantid}"],
    ["nothing", ""],
  ])("%s", (_situation, found) => {
    expect(read({ ...good, issuer: found })).toEqual({ kind: "other-issuer", found });
  });

  it("which is shown as one line of plain text", () => {
    const found = `https://evil.org/\u001b[2J\r\n${"x".repeat(500)}`;
    const reading = read({ ...good, issuer: found });
    expect(reading).toMatchObject({
      kind: "other-issuer",
      found: expect.stringMatching(/^https:\/\/evil\.org\/ x{10}/),
    });
    expect(JSON.stringify(reading).length).toBeLessThan(300);
  });
});

describe("unusable", () => {
  it.each<[string, unknown, Situation, string]>([
    ["a page that is missing", good, { status: 404 }, "status 404"],
    ["a failing server", good, { status: 503 }, "status 503"],
    ["another success", good, { status: 201 }, "status 201"],
    [
      "an HTML page",
      "<!DOCTYPE html><p>hunter2",
      { type: "text/html; charset=utf-8" },
      "an HTML page instead of JSON, perhaps a page to sign in",
    ],
    [
      "an HTML page that says it is JSON",
      "  <html>hunter2",
      {},
      "an HTML page instead of JSON, perhaps a page to sign in",
    ],
    ["a text", "hunter2", { type: "text/plain" }, "it is not JSON (text/plain)"],
    ["nothing", "", {}, "it is empty"],
    ["a list", "[1]", {}, "it is no JSON object"],
    ["null", "null", {}, "it is no JSON object"],
    ["a text in JSON", '"hunter2"', {}, "it is no JSON object"],
    ["deep nesting", `{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`, {}, "it is nested too deeply"],
    ["no issuer", { ...good, issuer: undefined }, {}, "it names no issuer"],
    ["an issuer that is no text", { ...good, issuer: [issuer] }, {}, "it names no issuer"],
    ["members in the prototype only", `{"__proto__":${JSON.stringify(good)}}`, {}, "it names no issuer"],
    ["no endpoint", { issuer }, {}, "it names neither an authorization endpoint nor a token endpoint"],
    [
      "endpoints that are no texts",
      { issuer, token_endpoint: 1, authorization_endpoint: {} },
      {},
      "it names neither an authorization endpoint nor a token endpoint",
    ],
  ])("%s", (_situation, body, situation, problem) => {
    expect(read(body, situation)).toEqual({ kind: "unusable", problem });
  });

  it.each([
    ["javascript:", "javascript:alert('hunter2')", "is not a web address"],
    ["a file", "file:///etc/passwd", "is not a web address"],
    ["a relative address", "/token", "is not an absolute address"],
    ["http", "http://as.example.com/token", "uses http for another machine"],
    [
      "http on this machine",
      "http://127.0.0.1/token",
      "is on a loopback address (127.0.0.1), the document is not",
    ],
    ["this machine", "https://localhost:9/t", "is on a loopback address (localhost:9), the document is not"],
    [
      "a private network",
      "https://192.168.0.1/t",
      "is on a private address (192.168.0.1), the document is not",
    ],
    [
      "the metadata of a cloud",
      "https://169.254.169.254/t",
      "is on a private address (169.254.169.254), the document is not",
    ],
    [
      "a disguised address",
      "https://[::ffff:a9fe:a9fe]/t",
      "is on a private address ([::ffff:a9fe:a9fe]), the document is not",
    ],
    ["a fragment", "https://as.example.com/t#", "has a fragment"],
    ["a user name", "https://hunter2@as.example.com/t", "carries a user name or password"],
  ])("an endpoint with %s, whichever it is", (_situation, address, problem) => {
    for (const name of [
      "token_endpoint",
      "authorization_endpoint",
      "device_authorization_endpoint",
      "revocation_endpoint",
      "jwks_uri",
    ]) {
      expect(read({ ...good, [name]: address })).toEqual({
        kind: "unusable",
        problem: `its ${name} ${problem}`,
      });
    }
  });

  it("a document of a private network that leads to this machine", () => {
    const body = { issuer: "https://keycloak", token_endpoint: "https://127.0.0.1/t" };
    expect(read(body, { asked: "keycloak" })).toMatchObject({ kind: "unusable" });
  });
});
