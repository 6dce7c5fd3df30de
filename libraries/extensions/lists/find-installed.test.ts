// Which installed extension a name means, and whether one is installed under it.

import { describe, expect, it } from "vitest";
import { findInstalled, requireAbsent } from "./find-installed.js";

const installed = (place: string, enabled = true, folder = place) => ({
  extension: {
    id: "acme/blur",
    place,
    origin: "git" as const,
    repositories: ["https://github.com/Acme/Blur"],
    enabled,
    loaded: enabled,
  },
  path: `/custom_nodes/${folder}`,
});
const one = installed("Blur");
const other = installed("Blur-copy");
const off = installed("Blur-old", false, "Blur-old.disabled");
const find = (id: string, all: readonly ReturnType<typeof installed>[]) =>
  findInstalled("studio", id, all, ({ path }) => path);

describe("a name means", () => {
  it.each([
    ["the folder in lists", "Blur-copy", [one, other, off], other],
    ["the folder on disk", "Blur-old.disabled", [one, other, off], off],
    ["the only one of that repository", "acme/blur", [off], off],
    ["the enabled one of several", "https://github.com/acme/blur.git", [off, one], one],
  ])("%s", (_situation, id, all, found) => {
    expect(find(id, all)).toBe(found);
  });

  it.each([
    ["several that are enabled", "acme/blur", [one, other], "EXTENSION_AMBIGUOUS", "/custom_nodes/Blur-copy"],
    ["none", "acme/blurr", [one], "EXTENSION_NOT_INSTALLED", 'Did you mean "acme/blur"?'],
    ["no extension, whatever it is", "a b", [one], "EXTENSION_ID_REFUSED", ""],
  ])("%s", (_situation, id, all, code, words) => {
    expect(() => find(id, all)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) as string }),
    );
  });
});

it.each([
  [[one], "Blur"],
  [[off], "Blur-old (disabled)"],
])("an extension that is there, disabled or not, is not installed again", (all, place) => {
  const details = expect.objectContaining({ id: "acme/blur", place }) as object;
  expect(() => requireAbsent("studio", "acme/blur", all)).toThrow(
    expect.objectContaining({ code: "EXTENSION_ALREADY_INSTALLED", details }),
  );
  expect(() => requireAbsent("studio", "acme/grain", all)).not.toThrow();
});
