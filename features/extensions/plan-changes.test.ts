// Requested extensions whose names are refused before a backend is asked.

import { expect, it } from "vitest";
import { requireSpecs } from "./plan-changes.js";

it.each([
  ["https://me:hidden-text@git.example.org/team/nodes", "git.example.org/team/nodes"],
  ["https://hidden-text@git.example.org/team/nodes.git", "git.example.org/team/nodes"],
])("refuses the address %s, and does not show its credential", (id, name) => {
  const refused = expect.objectContaining({
    code: "EXTENSION_SOURCE_REFUSED",
    details: expect.objectContaining({ id: name }) as unknown,
    message: expect.not.stringContaining("hidden-text") as unknown,
  }) as Error;
  expect(() => {
    requireSpecs([{ id, range: "*" }]);
  }).toThrow(refused);
});

it.each([
  "owner/name",
  "https://git.example.org/team/nodes",
  "git@git.example.org:team/nodes",
  "ssh://git@git.example.org/team/nodes",
])("accepts %s", (id) => {
  expect(() => {
    requireSpecs([{ id, range: "*" }]);
  }).not.toThrow();
});
