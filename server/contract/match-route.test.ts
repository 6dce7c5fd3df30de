// The routes of a path that matches several patterns.

import { expect, it } from "vitest";
import { operationAt } from "@pictor/features/base";
import { createMatcher } from "./match-route.js";

const spec = { scope: "read", group: "pictures", summary: "", replies: {} } as const;
const routesOf = createMatcher([
  operationAt("GET /v1/pictures/{id}", spec),
  operationAt("PATCH /v1/pictures/{id}", spec),
  operationAt("GET /v1/pictures/models", spec),
]);
const found = (path: string) => routesOf(path).map((route) => `${route.method} ${route.path}`);

it("a fixed path comes before a pattern that is declared earlier", () => {
  expect(found("/v1/pictures/models")[0]).toBe("GET /v1/pictures/models");
  expect(found("/v1/pictures/42")).toEqual(["GET /v1/pictures/{id}", "PATCH /v1/pictures/{id}"]);
  expect(found("/v1/pictures/42/file")).toEqual([]);
});
