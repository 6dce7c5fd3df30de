// Which addresses may be an endpoint, and what is said about the others.

import { describe, expect, it } from "vitest";
import { endpointUrl } from "./endpoint-url.js";
import { failure } from "./wire.test.support.js";

const check = (address: string, allowInsecure = false) => endpointUrl("tokenUrl", address, allowInsecure);

describe("permitted", () => {
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

  it("is shown without its query", () => {
    expect(check("https://example.org/token?key=CANARY").shown).toBe("https://example.org/token");
  });
});

describe("refused, naming the field and nothing of the address", () => {
  it.each([
    ["nothing", "", "is empty"],
    ["blanks", "  ", "is empty"],
    ["a path", "/CANARY", "is not an absolute address"],
    ["a bare host", "CANARY.example.org/token", "is not an absolute address"],
    ["another scheme", "javascript:CANARY", "is not a web address"],
    ["a file", "file:///CANARY", "is not a web address"],
    ["a fragment", "https://example.org/token#CANARY", "has a fragment"],
    ["an empty fragment", "https://CANARY.example.org/token#", "has a fragment"],
    ["a user name", "https://CANARY@example.org/token", "carries a user name or password"],
    ["a password", "https://:CANARY@example.org/token", "carries a user name or password"],
    ["http elsewhere", "http://CANARY.example.org/token", "uses http for another machine"],
    [
      "a host that begins like this machine",
      "http://127.0.0.1.example.org/CANARY",
      "uses http for another machine",
    ],
    [
      "a host that begins like localhost",
      "http://localhost.example.org/CANARY",
      "uses http for another machine",
    ],
    ["an address below 128", "http://128.0.0.1/CANARY", "uses http for another machine"],
    ["every address of this machine", "http://0.0.0.0/CANARY", "uses http for another machine"],
    ["this machine in IPv6 dress", "http://[::ffff:127.0.0.1]/CANARY", "uses http for another machine"],
  ])("%s", async (_situation, address, problem) => {
    const error = await failure(() => Promise.resolve().then(() => check(address)));
    expect([error.code, error.details]).toEqual(["OAUTH_ENDPOINT_REFUSED", { field: "tokenUrl", problem }]);
    expect(error.message).not.toContain("CANARY");
  });
});

describe("with allowInsecure", () => {
  it("http is permitted, and told", () => {
    expect(check("http://example.org/token", true).notes).toEqual([
      expect.stringMatching(/tokenUrl uses http/),
    ]);
  });

  it("nothing is told where nothing was relaxed", () => {
    expect(check("https://example.org/token", true).notes).toEqual([]);
    expect(check("http://localhost/token", true).notes).toEqual([]);
  });

  it.each(["http://a@example.org/", "http://example.org/#a", "ftp://example.org/"])(
    "%s is still refused",
    async (address) => {
      const error = await failure(() => Promise.resolve().then(() => check(address, true)));
      expect(error.code).toBe("OAUTH_ENDPOINT_REFUSED");
    },
  );
});
