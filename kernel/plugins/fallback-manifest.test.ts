// The substitute for a manifest that cannot be used.

import { expect, it } from "vitest";
import { fallbackManifest } from "./fallback-manifest.js";

const substitute = (manifest: unknown) =>
  fallbackManifest({
    manifest,
    file: "/here/mine/plugin.json",
    location: { kind: "folder", path: "/here/mine" },
  });

it("takes the texts that there are, cut between two characters", () => {
  const title = `${"t".repeat(76)}🦊🦊🦊`;
  expect(substitute({ id: "auth-mine", title, description: "" })).toMatchObject({
    id: "auth-mine",
    kind: "auth",
    version: "?",
    title: `${"t".repeat(76)}...`,
    description: "Its plugin.json cannot be used.",
  });
});

it("takes no part of an id for the id", () => {
  expect(substitute({ id: `auth-${"a".repeat(80)}` }).id).toBe("mine");
});
