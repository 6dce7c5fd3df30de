// What a backend that a plugin has opened may look like.

import { expect, it } from "vitest";
import { fakeMembers, partialBackend } from "@pictor/host/testing";
import { aBackend } from "./backend-shapes.js";

const { facet } = fakeMembers();
const mismatchWith = (members: object) => aBackend(partialBackend({ facets: { members } }));

it("a facet may lack an optional method, and has nothing else in its place", () => {
  expect(mismatchWith(facet)).toBeUndefined();
  expect(mismatchWith({ ...facet, promptsOf: undefined })).toBeUndefined();
  expect(JSON.stringify(mismatchWith({ ...facet, promptsOf: ["p"] }))).toContain("promptsOf");
});
