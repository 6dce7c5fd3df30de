// Which metadata documents are accepted, and the problems of the others.

import { describe, expect, it } from "vitest";
import type { ProviderReply } from "../replies/send-to-provider.js";
import { discoveryCandidates } from "./discovery-urls.js";
import { readProviderMetadata } from "./provider-metadata.js";

const issuer = "https://as.example.com";
const valid = {
  issuer,
  authorization_endpoint: `${issuer}/authorize?tenant=1`,
  token_endpoint: `${issuer}/token`,
};

interface Situation {
  /** The address that the user entered. */
  readonly address?: string;
  readonly status?: number;
  readonly type?: string;
  readonly allowInsecure?: boolean;
}
function read(
  body: unknown,
  { address = issuer, status = 200, type = "application/json", allowInsecure = false }: Situation = {},
) {
  const [candidate] = discoveryCandidates(address);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const reply: ProviderReply = {
    status,
    headers: { "content-type": type },
    body: new TextEncoder().encode(text),
  };
  if (candidate === undefined) throw new Error("no candidate");
  return readProviderMetadata(reply, candidate, allowInsecure);
}
const metadataOf = (...given: Parameters<typeof read>) => {
  const parsed = read(...given);
  if (parsed.kind !== "valid") throw new Error(JSON.stringify(parsed));
  return parsed.metadata;
};

describe("metadata", () => {
  it("has endpoints and lists, and nothing else of the document", () => {
    expect(
      metadataOf({
        ...valid,
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
      requiresPush: false,
      dpopAlgorithms: undefined,
      notes: [],
    });
  });

  it.each<[string, unknown, Situation]>([
    ["with a token endpoint only", { issuer, token_endpoint: valid.token_endpoint }, {}],
    ["with an authorization endpoint only", { ...valid, token_endpoint: undefined }, {}],
    ["with endpoints that are null or empty", { ...valid, jwks_uri: null, revocation_endpoint: "" }, {}],
    ["with a byte order mark", `\uFEFF${JSON.stringify(valid)}`, {}],
    ["with a slash after the issuer", { ...valid, issuer: `${issuer}/` }, {}],
    ["without the slash that the user entered", valid, { address: `${issuer}/` }],
    [
      "from this machine over http",
      { issuer: "http://localhost:3000", token_endpoint: "http://127.0.0.1:3001/t" },
      { address: "localhost:3000" },
    ],
    [
      "from a private network",
      { issuer: "https://keycloak:8443", token_endpoint: "https://10.0.0.9/t" },
      { address: "keycloak:8443" },
    ],
    [
      "of a shared tenant at Microsoft",
      { ...valid, issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
      { address: "login.microsoftonline.com/common/v2.0" },
    ],
  ])("is accepted %s", (_situation, body, situation) => {
    expect(read(body, situation)).toMatchObject({ kind: "valid" });
  });

  it("has the issuer as the document writes it, because responses are compared with it", () => {
    expect(metadataOf({ ...valid, issuer: `${issuer}/` }).issuer).toBe(`${issuer}/`);
  });

  it("has a note if the content type is not JSON", () => {
    expect(metadataOf(valid, { type: "text/html" }).notes).toEqual([expect.stringContaining("text/html")]);
  });

  it("has a note about endpoints on other hosts", () => {
    const notes = metadataOf({ ...valid, token_endpoint: "https://oauth2.example.org/t" }).notes;
    expect(notes).toEqual([expect.stringMatching(/as\.example\.com: tokenUrl \(oauth2\.example\.org\)/)]);
  });

  it("may have http endpoints on other machines with allowInsecure, and then has a warning", () => {
    const insecure = { ...valid, token_endpoint: "http://as.example.com/token" };
    expect(read(insecure)).toMatchObject({ kind: "unusable" });
    expect(metadataOf(insecure, { allowInsecure: true }).notes).toContainEqual(
      expect.stringContaining("tokenUrl uses http"),
    );
  });
});

describe("metadata of another issuer is not accepted:", () => {
  it.each([
    ["another host", "https://evil.example.com"],
    ["another path", `${issuer}/tenant`],
    ["another scheme", "http://as.example.com"],
    ["another port", `${issuer}:8443`],
    ["another spelling", "https://AS.example.com"],
    ["two slashes", `${issuer}//`],
    ["a query", `${issuer}?a`],
    ["a template", "https://{tenantid}"],
    ["an empty issuer", ""],
  ])("%s", (_situation, found) => {
    expect(read({ ...valid, issuer: found })).toEqual({ kind: "other-issuer", found });
  });

  it("the issuer is shown as one line of plain text", () => {
    const found = `https://evil.org/\u001b[2J\r\n${"x".repeat(500)}`;
    const parsed = read({ ...valid, issuer: found });
    expect(parsed).toMatchObject({
      kind: "other-issuer",
      found: expect.stringMatching(/^https:\/\/evil\.org\/ x{10}/),
    });
    expect(JSON.stringify(parsed).length).toBeLessThan(300);
  });
});

describe("a document is unusable:", () => {
  it.each<[string, unknown, Situation, RegExp]>([
    ["status 404", valid, { status: 404 }, /404/],
    ["an HTML page", "<!DOCTYPE html><p>hunter2", { type: "text/html; charset=utf-8" }, /HTML page/],
    ["an HTML page with the content type JSON", "  <html>hunter2", {}, /HTML page/],
    ["an empty body", "", {}, /empty/],
    ["a list", "[1]", {}, /not a JSON object/],
    ["deep nesting", `{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`, {}, /nested/],
    ["no issuer", { ...valid, issuer: undefined }, {}, /no issuer/],
    ["an issuer that is not a text", { ...valid, issuer: [issuer] }, {}, /no issuer/],
    ["all members in one named __proto__", `{"__proto__":${JSON.stringify(valid)}}`, {}, /no issuer/],
    ["no endpoint", { issuer }, {}, /neither an authorization endpoint/],
    ["endpoints that are not texts", { issuer, token_endpoint: 1 }, {}, /neither an authorization endpoint/],
  ])("%s", (_situation, body, situation, problem) => {
    expect(read(body, situation)).toEqual({ kind: "unusable", problem: expect.stringMatching(problem) });
  });

  it.each([
    ["javascript:", "javascript:alert('hunter2')", /neither an https/],
    ["http", "http://as.example.com/token", /uses http/],
    ["http on this machine", "http://127.0.0.1/token", /loopback address \(127\.0\.0\.1\)/],
    ["this machine", "https://localhost:9/t", /loopback address \(localhost:9\)/],
    ["a private network", "https://192.168.0.1/t", /private address \(192\.168\.0\.1\)/],
    ["a user name", "https://hunter2@as.example.com/t", /user name/],
  ])("%s in any of its endpoints", (_situation, address, problem) => {
    const names = ["token", "authorization", "device_authorization", "revocation"].map(
      (of) => `${of}_endpoint`,
    );
    for (const name of [...names, "jwks_uri"]) {
      const parsed = read({ ...valid, [name]: address });
      expect(parsed).toEqual({ kind: "unusable", problem: expect.stringMatching(problem) });
      expect(JSON.stringify(parsed)).toContain(name);
      expect(JSON.stringify(parsed)).not.toContain("hunter2");
    }
  });

  it("this machine in a document of a private network", () => {
    const body = { issuer: "https://keycloak", token_endpoint: "https://127.0.0.1/t" };
    expect(read(body, { address: "keycloak" })).toMatchObject({ kind: "unusable" });
  });
});

it("has the aliases of endpoints for client certificates (RFC 8705 section 5), which are checked like the endpoints", () => {
  const aliases = { token_endpoint: "https://mtls.as.example.com/token", revocation_endpoint: 5 };
  const result = read({ ...valid, mtls_endpoint_aliases: aliases });
  expect(result).toMatchObject({ metadata: { endpoints: { mtlsTokenUrl: aliases.token_endpoint } } });
  const hostile = { token_endpoint: "http://127.0.0.1/token" };
  expect(read({ ...valid, mtls_endpoint_aliases: hostile })).toMatchObject({ kind: "unusable" });
});
