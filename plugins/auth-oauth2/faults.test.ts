// What hosts, jobs and backends make of these errors, although they do not know them.

import { expect, it } from "vitest";
import { catalogue, oauthFault } from "./faults.js";

it("every code is a refusal to whoever does not know it, and a wrong address is a wrong setting", () => {
  const bases = Object.entries(catalogue).map(([code, { base }]) => [code, base]);
  const refused = bases.filter(([, base]) => base === "AUTH_REFUSED");
  const others = bases.filter(([, base]) => base !== "AUTH_REFUSED");
  expect(refused.length).toBeGreaterThan(5);
  expect(others).toEqual([["OAUTH_ENDPOINT_REFUSED", "AUTH_SETTING_INVALID"]]);
  expect(oauthFault("OAUTH_DENIED", { description: "" })).toMatchObject({
    code: "OAUTH_DENIED",
    base: "AUTH_REFUSED",
  });
});
