// What the setting callbackUrl means: the default address, an exact address, or pasting.

import { expect, it } from "vitest";
import { callbackAddress, redirectUriOf } from "./callback-address.js";

it.each(["", "  "])("a blank callback URL is the default, with any port: %j", (callbackUrl) => {
  const address = callbackAddress(callbackUrl);
  expect(address).toMatchObject({ kind: "default", port: 17_823, addresses: ["127.0.0.1", "::1"] });
  expect(redirectUriOf(address, undefined)).toBe("http://localhost:17823/callback");
  expect(redirectUriOf(address, 40_000)).toBe("http://localhost:40000/callback");
});

it.each([
  ["localhost", "http://localhost:8080/cb", 8080, "/cb", ["127.0.0.1", "::1"]],
  ["localhost in capitals", "HTTP://LOCALHOST:8080/cb", 8080, "/cb", ["127.0.0.1", "::1"]],
  ["IPv4", "http://127.0.0.1:8080/cb", 8080, "/cb", ["127.0.0.1"]],
  ["IPv6", "http://[::1]:8080/cb", 8080, "/cb", ["::1"]],
  ["an explicit port 80", "http://localhost:80/cb", 80, "/cb", ["127.0.0.1", "::1"]],
  ["without a path", "http://127.0.0.1:8080", 8080, "/", ["127.0.0.1"]],
  ["with a query", "http://127.0.0.1:8080?tenant=1", 8080, "/", ["127.0.0.1"]],
  ["with a path that browsers encode", 'http://127.0.0.1:8080/a"b/../c"d', 8080, "/c%22d", ["127.0.0.1"]],
])("a loopback URL with a port is exact: %s", (_situation, callbackUrl, port, path, addresses) => {
  const address = callbackAddress(` ${callbackUrl}\n`);
  expect(address).toMatchObject({ kind: "exact", port, path, addresses });
  expect(redirectUriOf(address, port)).toBe(callbackUrl);
});

it.each([
  ["https", "https://localhost:8080/cb"],
  ["another host", "http://example.org:8080/cb"],
  ["a host that starts with localhost", "http://localhost.example.org:8080/cb"],
  ["another loopback address", "http://127.0.0.2:8080/cb"],
  ["no port", "http://localhost/cb"],
  ["localhost as user name", "http://localhost:8080@example.org/cb"],
  ["the scheme of an app", "com.example.app:/cb"],
  ["the out-of-band URI", "urn:ietf:wg:oauth:2.0:oob"],
])("any other absolute URI is for pasting, and is sent unchanged: %s", (_situation, callbackUrl) => {
  const address = callbackAddress(callbackUrl);
  expect(address).toEqual({ kind: "paste", redirectUri: callbackUrl });
  expect(redirectUriOf(address, undefined)).toBe(callbackUrl);
});

it.each([
  ["no scheme", "localhost:8080 /cb"],
  ["a relative URL", "/cb"],
  ["a fragment (RFC 6749 section 3.1.2)", "http://localhost:8080/cb#x"],
  ["an empty fragment", "http://localhost:8080/cb#"],
  ["port 0", "http://localhost:0/cb"],
  ["a port out of range", "http://localhost:70000/cb"],
  ["a line break inside", "http://localhost:8080/a\nb"],
  ["characters beyond ASCII", "http://localhost:8080/ä"],
])("a callback URL is an error: %s", (_situation, callbackUrl) => {
  expect(() => callbackAddress(callbackUrl)).toThrow(
    expect.objectContaining({
      code: "AUTH_SETTING_INVALID",
      details: expect.objectContaining({ where: "oauth2.callbackUrl" }),
    }),
  );
});
