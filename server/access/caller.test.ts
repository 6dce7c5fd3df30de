// What a request says about its caller, where it says nothing that is right.

import { expect, it } from "vitest";
import { callerOf, listenerNames, refusalOf } from "./caller.js";

const names = listenerNames(8190, [], []);

it.each([undefined, "no address", ""])("a referrer %j names no page", (referer) => {
  expect(callerOf({ headers: { host: "127.0.0.1:8190", referer } }).referrer).toBeUndefined();
});

it("a request without a host is refused, and told so", () => {
  expect(refusalOf(callerOf({ headers: {} }), names)).toMatchObject({
    code: "API_HOST_REFUSED",
    details: { found: "(none)" },
  });
});
