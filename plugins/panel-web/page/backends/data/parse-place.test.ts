// The places of the view in its addresses.

import { expect, it } from "vitest";
import { backendHref, parsePlace, pictorHref } from "./parse-place.js";

it.each([
  ["", { at: "list" }],
  ["/nowhere", { at: "list" }],
  ["studio", { at: "backend", name: "studio", part: "overview" }],
  ["studio/log", { at: "backend", name: "studio", part: "log" }],
  ["studio/nothing", { at: "backend", name: "studio", part: "overview" }],
  ["/plugins", { at: "pictor", part: "plugins" }],
  ["new", { at: "backend", name: "new", part: "overview" }],
])("backends/%s is %j", (detail, place) => {
  expect(parsePlace(detail)).toEqual(place);
});

it("an address leads to its place", () => {
  const detailOf = (href: string): string => decodeURIComponent(href.replace("#/backends/", ""));
  expect(parsePlace(detailOf(backendHref("a.b", "extensions")))).toMatchObject({
    name: "a.b",
    part: "extensions",
  });
  expect(parsePlace(detailOf(pictorHref("access")))).toEqual({ at: "pictor", part: "access" });
});
