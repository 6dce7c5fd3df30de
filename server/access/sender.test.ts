// What a request says about its sender, and who is refused.

import { expect, it } from "vitest";
import { hostOf, listed, rows } from "../testing/access-rows.js";
import { listenerNames, refusalOf, senderOf } from "./sender.js";

const port = 8190;
const names = listenerNames(port, [], [listed]);
const codeFor = (headers: Readonly<Record<string, string>>): string | undefined => {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return refusalOf(senderOf({ headers: Object.fromEntries(lower) }), names)?.code;
};

it.each(rows)("a request from $title is refused with $code", ({ headers, code }) => {
  expect(codeFor(headers(port))).toBe(code);
});

it.each([
  [`${listed}/`, undefined, undefined],
  ["https://evil.example/", undefined, "API_FETCH_SITE_REFUSED"],
  [listed, "https://evil.example", "API_ORIGIN_REFUSED"],
])("an image whose referrer is %s, with the origin %s, is refused with %s", (referer, origin, code) => {
  const headers = { Host: hostOf(port), "Sec-Fetch-Site": "cross-site", Referer: referer };
  expect(codeFor({ ...headers, ...(origin !== undefined && { Origin: origin }) })).toBe(code);
});

it.each([undefined, "no address", ""])("a referrer %j names no page", (referer) => {
  expect(senderOf({ headers: { host: "127.0.0.1:8190", referer } }).referrer).toBeUndefined();
});

it("a request without a host is refused, and told so", () => {
  expect(refusalOf(senderOf({ headers: {} }), names)).toMatchObject({
    code: "API_HOST_REFUSED",
    details: { found: "(none)" },
  });
});
