// Cookies by RFC 6265: how long they are kept.

import { expect, it } from "vitest";
import { OriginCookies } from "./origin-cookies.js";

const longestMs = 400 * 86_400_000;

it.each(["Max-Age=99999999999", "Expires=Fri, 31 Dec 9999 23:59:59 GMT"])(
  "a cookie with %s expires after 400 days",
  (lifetime) => {
    const before = Date.now();
    const cookies = new OriginCookies();
    cookies.take({ url: "https://a.example/", header: `sid=1; ${lifetime}` });
    const [kept] = cookies.stored();
    // Dates of cookies are kept with or without their milliseconds.
    expect(kept?.expiresAtMs).toBeGreaterThanOrEqual(before + longestMs - 1000);
    expect(kept?.expiresAtMs).toBeLessThanOrEqual(Date.now() + longestMs);
  },
);

it("a cookie without a lifetime does not expire", () => {
  const cookies = new OriginCookies();
  cookies.take({ url: "https://a.example/", header: "sid=1" });
  expect(cookies.stored().map((kept) => "expiresAtMs" in kept)).toEqual([false]);
});
