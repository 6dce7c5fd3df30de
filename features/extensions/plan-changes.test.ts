// Requested extensions that are refused: because of their names, and because of their backend.

import type { ExtensionsFacet } from "@pictor/kernel";
import { expect, it } from "vitest";
import { planInstall, requireSpecs } from "./plan-changes.js";

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

it.each([
  ["There is no ComfyUI yet: install it.", "Then try again."],
  [undefined, "Make the change by hand on the machine of the server, and restart the server."],
])("a backend that says why it installs nothing (%s) says what to do, too", async (reason, hint) => {
  const facet = {
    list: () => Promise.resolve([]),
    capabilities: () => Promise.resolve({ actions: [], ...(reason !== undefined && { reason }) }),
  } as unknown as ExtensionsFacet;
  const opened = { instance: { name: "studio" }, facet } as unknown as Parameters<typeof planInstall>[0];
  const plan = planInstall(opened, [{ id: "owner/name", range: "*" }], new AbortController().signal);
  await expect(plan).rejects.toMatchObject({ code: "EXTENSION_UNSUPPORTED", hint });
});
