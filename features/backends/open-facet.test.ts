// What is said of a backend that lacks a facet: to a person at a terminal, and on a page.

import { errorOf, type Backend, type BackendInstance } from "@pictor/kernel";
import { expect, it } from "vitest";
import { withFacet, type FacetName } from "./open-facet.js";

const instance = { name: "studio", kind: "remote" } as BackendInstance;
const backend = { facets: {} } as Backend;

it.each<FacetName>(["extensions", "lifecycle", "installation", "members", "work", "failures"])(
  "a backend without %s is told with a command, and on a page without it",
  (name) => {
    let thrown: unknown;
    try {
      withFacet({ instance, backend }, name);
    } catch (error) {
      thrown = error;
    }
    const { code, hint, details } = errorOf(thrown);
    expect(code).toBe("BACKEND_CANNOT");
    expect(hint).toContain("`pictor backend");
    expect(details["pageFix"]).toMatch(/^A [^`]+\.$/);
  },
);
