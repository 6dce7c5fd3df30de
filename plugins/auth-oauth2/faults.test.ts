// The kernel codes by which jobs, backends and hosts understand the errors of this plugin.

import { expect, it } from "vitest";
import { catalog, oauthFault } from "./faults.js";

it("an endpoint error extends AUTH_SETTING_INVALID, every other error AUTH_REFUSED", () => {
  const bases = Object.entries(catalog).map(([code, { base }]) => [code, base]);
  const refused = bases.filter(([, base]) => base === "AUTH_REFUSED");
  const others = bases.filter(([, base]) => base !== "AUTH_REFUSED");
  expect(refused.length).toBeGreaterThan(5);
  expect(others).toEqual([["OAUTH_ENDPOINT_REFUSED", "AUTH_SETTING_INVALID"]]);
  expect(oauthFault("OAUTH_DENIED", { description: "" })).toMatchObject({
    code: "OAUTH_DENIED",
    base: "AUTH_REFUSED",
  });
});
