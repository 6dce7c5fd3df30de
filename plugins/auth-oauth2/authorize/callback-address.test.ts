// What a callback URL means: our own address, exactly this one, or pasting.

import { describe, expect, it } from "vitest";
import { callbackAddress, redirectUriOf } from "./callback-address.js";

describe("left blank", () => {
  it.each(["", "  "])("is our default, on another port where needed: %j", (callbackUrl) => {
    const address = callbackAddress(callbackUrl);
    expect(address).toMatchObject({ kind: "default", port: 17_823, addresses: ["127.0.0.1", "::1"] });
    expect(redirectUriOf(address, undefined)).toBe("http://localhost:17823/callback");
    expect(redirectUriOf(address, 40_000)).toBe("http://localhost:40000/callback");
  });
});

describe("a loopback address with its port is listened on, exactly there", () => {
  it.each([
    ["localhost", "http://localhost:8080/cb", 8080, "/cb", ["127.0.0.1", "::1"]],
    ["localhost in capitals", "HTTP://LOCALHOST:8080/cb", 8080, "/cb", ["127.0.0.1", "::1"]],
    ["IPv4", "http://127.0.0.1:8080/cb", 8080, "/cb", ["127.0.0.1"]],
    ["IPv6", "http://[::1]:8080/cb", 8080, "/cb", ["::1"]],
    ["port 80, written out", "http://localhost:80/cb", 80, "/cb", ["127.0.0.1", "::1"]],
    ["without a path", "http://127.0.0.1:8080", 8080, "/", ["127.0.0.1"]],
    ["with a query", "http://127.0.0.1:8080?tenant=1", 8080, "/", ["127.0.0.1"]],
    ["with a path that browsers encode", 'http://127.0.0.1:8080/a"b/../c"d', 8080, "/c%22d", ["127.0.0.1"]],
  ])("%s", (_situation, callbackUrl, port, path, addresses) => {
    const address = callbackAddress(` ${callbackUrl}\n`);
    expect(address).toMatchObject({ kind: "exact", port, path, addresses });
    expect(redirectUriOf(address, port)).toBe(callbackUrl);
  });
});

describe("anything else is for pasting, sent as it is", () => {
  it.each([
    ["https", "https://localhost:8080/cb"],
    ["another host", "http://example.org:8080/cb"],
    ["a host that begins like ours", "http://localhost.example.org:8080/cb"],
    ["another loopback address", "http://127.0.0.2:8080/cb"],
    ["no port", "http://localhost/cb"],
    ["our host as a user name", "http://localhost:8080@example.org/cb"],
    ["an app's scheme", "com.example.app:/cb"],
    ["the out-of-band address", "urn:ietf:wg:oauth:2.0:oob"],
  ])("%s", (_situation, callbackUrl) => {
    const address = callbackAddress(callbackUrl);
    expect(address).toEqual({ kind: "paste", redirectUri: callbackUrl });
    expect(redirectUriOf(address, undefined)).toBe(callbackUrl);
  });
});

describe("refused", () => {
  it.each([
    ["no scheme", "localhost:8080 /cb"],
    ["a relative address", "/cb"],
    ["a fragment (RFC 6749 section 3.1.2)", "http://localhost:8080/cb#x"],
    ["an empty fragment", "http://localhost:8080/cb#"],
    ["a port that nobody can listen on", "http://localhost:0/cb"],
    ["a port out of range", "http://localhost:70000/cb"],
    ["a line break inside", "http://localhost:8080/a\nb"],
    ["letters beyond ASCII", "http://localhost:8080/ä"],
  ])("%s", (_situation, callbackUrl) => {
    expect(() => callbackAddress(callbackUrl)).toThrow(
      expect.objectContaining({
        code: "AUTH_SETTING_INVALID",
        details: expect.objectContaining({ where: "oauth2.callbackUrl" }),
      }),
    );
  });
});
