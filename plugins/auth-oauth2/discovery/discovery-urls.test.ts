// Every way to write a provider's address, and the URLs of the documents that it means.

import { PictorError } from "@pictor/kernel/plugin";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discoveryCandidates } from "./discovery-urls.js";

const urls = (text: string) => discoveryCandidates(text).map(({ url }) => url);
const oidc = "/.well-known/openid-configuration";
const oauth = "/.well-known/oauth-authorization-server";

describe("an issuer means two documents, OpenID Connect first", () => {
  const host = [`https://auth.example.com${oidc}`, `https://auth.example.com${oauth}`];
  const tenant = [
    `https://auth.example.com/tenant/v2.0${oidc}`,
    `https://auth.example.com${oauth}/tenant/v2.0`,
  ];
  it.each<[string, string, readonly string[]]>([
    ["a bare host", "auth.example.com", host],
    ["a URL", "https://auth.example.com", host],
    ["a URL with surrounding blanks", "  https://auth.example.com \n", host],
    ["a scheme in capitals", "HTTPS://auth.example.com", host],
    ["a tenant's path", "https://auth.example.com/tenant/v2.0", tenant],
    ["a tenant's path with a slash", "https://auth.example.com/tenant/v2.0/", tenant],
    ["doubled slashes", "https://auth.example.com//tenant//v2.0//", tenant],
    ["dot segments", "https://auth.example.com/tenant/.x/../v2.0/.", tenant],
    ["a .well-known without a document", "https://auth.example.com/tenant/v2.0/.well-known/", tenant],
    ["a port", "a.org:8443", [`https://a.org:8443${oidc}`, `https://a.org:8443${oauth}`]],
    ["a query", "https://a.org/t?p=1", [`https://a.org/t${oidc}?p=1`, `https://a.org${oauth}/t?p=1`]],
    ["http, if it is written", "http://a.org", [`http://a.org${oidc}`, `http://a.org${oauth}`]],
    [
      "a host name beyond ASCII",
      "bücher.example",
      [`https://xn--bcher-kva.example${oidc}`, `https://xn--bcher-kva.example${oauth}`],
    ],
  ])("%s", (_situation, text, expected) => {
    expect(urls(text)).toEqual(expected);
    expect(discoveryCandidates(text).map(({ kind }) => kind)).toEqual(["oidc", "oauth"]);
  });

  it("and is the issuer that the document must name, without query and slash", () => {
    const [oidcIssuer, oauthIssuer] = discoveryCandidates("a.org/t/?p=1").map(
      (found) => found.expectedIssuer,
    );
    expect([oidcIssuer, oauthIssuer]).toEqual(["https://a.org/t", "https://a.org/t"]);
    expect(discoveryCandidates("a.org/")[0]?.expectedIssuer).toBe("https://a.org");
  });
});

it.each([
  ["localhost", "http://localhost"],
  ["localhost:3000", "http://localhost:3000"],
  ["localhost:443", "http://localhost:443"],
  ["127.0.0.1:3000/realms/x", "http://127.0.0.1:3000/realms/x"],
  ["[::1]:3000", "http://[::1]:3000"],
  ["https://localhost:3000", "https://localhost:3000"],
  ["localhost.example.com", "https://localhost.example.com"],
  ["192.168.1.2", "https://192.168.1.2"],
  ["keycloak:8080", "https://keycloak:8080"],
])("without a scheme, http is used for this machine only: %s", (text, issuer) => {
  expect(discoveryCandidates(text)[0]?.expectedIssuer).toBe(issuer);
});

describe("the URL of a document means that document", () => {
  it.each<[string, string, string, "oidc" | "oauth"]>([
    ["OpenID Connect", `https://a.org${oidc}`, "https://a.org", "oidc"],
    ["OpenID Connect, inserted", `https://a.org${oidc}/t`, "https://a.org/t", "oidc"],
    ["RFC 8414 of a tenant", `https://a.org${oauth}/t/v2.0`, "https://a.org/t/v2.0", "oauth"],
    ["RFC 8414, appended", `https://a.org/oauth2/default${oauth}`, "https://a.org/oauth2/default", "oauth"],
    ["with a query", `https://a.org/t${oidc}?p=B2C_1`, "https://a.org/t", "oidc"],
    ["of an application", "https://a.org/.well-known/example-configuration", "https://a.org", "oidc"],
  ])("%s", (_situation, url, expectedIssuer, kind) => {
    expect(discoveryCandidates(url)).toEqual([{ url, expectedIssuer, kind }]);
  });

  it.each([
    ["without a scheme", `a.org${oidc}`],
    ["written twice", `https://a.org${oidc}${oidc}`],
  ])("%s", (_situation, text) => {
    expect(urls(text)).toEqual([`https://a.org${oidc}`]);
  });
});

it.each([
  ["with a slash at its end", `https://a.org/o${oidc}/`, "https://a.org/o"],
  ["with a slash after an inserted tenant", `https://a.org${oauth}/t/`, "https://a.org/t"],
  ["with a doubled slash", `https://a.org//o${oidc}`, "https://a.org/o"],
  ["with an empty query", `https://a.org/o${oidc}?`, "https://a.org/o"],
])("the URL of a document is requested unchanged: %s", (_situation, url, expectedIssuer) => {
  expect(discoveryCandidates(url)).toMatchObject([{ url, expectedIssuer }]);
});

it.each([
  ["spaces", "  \n"],
  ["two words", "auth example"],
  ["a user name and a password", "https://user:hunter2@a.org"],
  ["a user name alone", "https://hunter2@a.org"],
  ["a fragment", "https://a.org/#hunter2"],
  ["javascript:", "javascript:hunter2"],
  ["a file", "file:///etc/hunter2"],
  ["another scheme", "ftp://a.org/hunter2"],
  ["a line break inside", "https://a.org/\r\nhunter2"],
  ["an invalid port", "a.org:99999/hunter2"],
  ["a text that is too long", `https://a.org/${"hunter2".repeat(300)}`],
])("an error does not repeat the text: %s", (_situation, text) => {
  expect(() => discoveryCandidates(text)).toThrow(
    expect.objectContaining({
      code: "AUTH_SETTING_INVALID",
      message: expect.not.stringContaining("hunter2"),
    }),
  );
});

it("every text means normalized URLs that stay as they are, or is an error", () => {
  const part = fc.constantFrom(
    ..."https: http: / // /.well-known oidc a.org localhost :8443 ? # @ %2e [::1] .. ~ ü".split(" "),
    oidc,
    oauth,
    " ",
    "\\",
  );
  const rest = fc.array(fc.oneof({ weight: 4, arbitrary: part }, fc.string({ maxLength: 4 })), {
    maxLength: 8,
  });
  const text = fc.tuple(fc.constantFrom("", "https://a.org", "a.org/"), rest);
  fc.assert(
    fc.property(text, ([start, parts]) => {
      let found;
      try {
        found = discoveryCandidates(start + parts.join(""));
      } catch (error) {
        expect(error).toBeInstanceOf(PictorError);
        expect(error).toMatchObject({ code: "AUTH_SETTING_INVALID" });
        return;
      }
      for (const candidate of found) {
        const { pathname, protocol } = new URL(candidate.url);
        expect(protocol).toMatch(/^https?:$/);
        if (found.length > 1) expect(pathname).not.toContain("//");
        expect(pathname.match(/\/\.well-known(?=\/|$)/g)).toHaveLength(1);
        expect(candidate.expectedIssuer).not.toMatch(/\/$|[?#]/);
        expect(discoveryCandidates(candidate.url)).toEqual([candidate]);
      }
    }),
    { numRuns: 500, examples: [[["a.org/", ["/.well-known", "//", ".."]]]] },
  );
});
