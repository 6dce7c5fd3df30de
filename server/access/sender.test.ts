// What a request says about its sender, where it says nothing that is right.

import { expect, it } from "vitest";
import { listenerNames, refusalOf, senderOf } from "./sender.js";

const names = listenerNames(8190, [], []);

it.each([undefined, "no address", ""])("a referrer %j names no page", (referer) => {
  expect(senderOf({ headers: { host: "127.0.0.1:8190", referer } }).referrer).toBeUndefined();
});

it("a request without a host is refused, and told so", () => {
  expect(refusalOf(senderOf({ headers: {} }), names)).toMatchObject({
    code: "API_HOST_REFUSED",
    details: { found: "(none)" },
  });
});
