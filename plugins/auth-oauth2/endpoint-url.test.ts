// Which URLs may be endpoints, and the problems of the others.

import { describe, expect, it } from "vitest";
import { endpointUrl } from "./endpoint-url.js";
import { rejectionOf } from "./testing/fake-provider.js";

const check = (address: string, allowInsecure = false) => endpointUrl("tokenUrl", address, allowInsecure);

describe("an endpoint may be", () => {
  it.each([
    ["https://example.org/token", "https://example.org/token"],
    [" https://example.org/token ", "https://example.org/token"],
    ["https://example.org:8443/token?tenant=a%20b", "https://example.org:8443/token?tenant=a%20b"],
    ["HTTPS://EXAMPLE.org", "https://example.org/"],
    ["http://localhost:8080/token", "http://localhost:8080/token"],
    ["http://127.0.0.1/token", "http://127.0.0.1/token"],
    ["http://127.8.9.10/token", "http://127.8.9.10/token"],
    ["http://127.1/token", "http://127.0.0.1/token"],
    ["http://[::1]:1/token", "http://[::1]:1/token"],
    ["http://[0:0:0:0:0:0:0:1]/token", "http://[::1]/token"],
  ])("%s", (address, href) => {
    expect(check(address)).toMatchObject({ href, notes: [] });
  });

  it("its URL in messages has no query", () => {
    expect(check("https://example.org/token?key=CANARY").shown).toBe("https://example.org/token");
  });
});

it.each([
  ["an empty text", "", /empty/],
  ["blanks", "  ", /empty/],
  ["a path", "/CANARY", /absolute/],
  ["a host without a scheme", "CANARY.example.org/token", /absolute/],
  ["javascript:", "javascript:CANARY", /neither an https nor an http/],
  ["a file", "file:///CANARY", /neither an https nor an http/],
  ["a fragment", "https://example.org/token#CANARY", /fragment/],
  ["an empty fragment", "https://CANARY.example.org/token#", /fragment/],
  ["a user name", "https://CANARY@example.org/token", /user name or password/],
  ["a password", "https://:CANARY@example.org/token", /user name or password/],
  ["http to another machine", "http://CANARY.example.org/token", /uses http/],
  ["a host that starts with 127.0.0.1", "http://127.0.0.1.example.org/CANARY", /uses http/],
  ["a host that starts with localhost", "http://localhost.example.org/CANARY", /uses http/],
  ["an address in 128.0.0.0/8", "http://128.0.0.1/CANARY", /uses http/],
  ["the unspecified address", "http://0.0.0.0/CANARY", /uses http/],
  ["an IPv4-mapped loopback address", "http://[::ffff:127.0.0.1]/CANARY", /uses http/],
])(
  "an error names the field and contains no part of the address: %s",
  async (_situation, address, problem) => {
    const error = await rejectionOf(() => Promise.resolve().then(() => check(address)));
    expect(error).toMatchObject({
      code: "OAUTH_ENDPOINT_REFUSED",
      details: { field: "tokenUrl", problem: expect.stringMatching(problem) },
    });
    expect(error.message).not.toContain("CANARY");
  },
);

describe("with allowInsecure", () => {
  it("http to another machine is accepted with a warning", () => {
    expect(check("http://example.org/token", true).notes).toEqual([
      expect.stringMatching(/tokenUrl uses http/),
    ]);
  });

  it("https, and http to this machine, need no warning", () => {
    expect(check("https://example.org/token", true).notes).toEqual([]);
    expect(check("http://localhost/token", true).notes).toEqual([]);
  });

  it.each(["http://a@example.org/", "http://example.org/#a", "ftp://example.org/"])(
    "%s is still not accepted",
    async (address) => {
      const error = await rejectionOf(() => Promise.resolve().then(() => check(address, true)));
      expect(error.code).toBe("OAUTH_ENDPOINT_REFUSED");
    },
  );
});
