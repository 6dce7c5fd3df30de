// Auth schemes and features imply the taps of their handlers.

import { manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";
import type { Manifest } from "../contract/manifest.gen.js";
import { checkManifest } from "./check-manifest.js";
import { declaredTaps } from "./declared-taps.js";
import type { FoundManifest } from "./discover-plugins.js";

const settings = { type: "object", properties: {} } as const;
const scheme = { title: "A", settings, challenge: false, maxChallenges: 1, issuesTokens: false };
const manifest = {
  contributes: {
    authSchemes: [
      { id: "team", handler: "addTeam", band: "auth", ...scheme },
      { id: "seal", handler: "seal", band: "sign", ...scheme },
    ],
    features: [
      { id: "soften", title: "Soften", handler: "soften", phase: "refine", settings },
      { id: "tapped", title: "Tapped", settings },
      { id: "tint", title: "Tint", handler: "tint", settings },
    ],
  },
  taps: [{ hook: "onEvent", handler: "see", band: "observe" }],
} satisfies Partial<Manifest>;

it("are listed before those of taps", () => {
  expect(declaredTaps(manifest as unknown as Manifest)).toEqual([
    { hook: "beforeSend", handler: "addTeam", band: "auth", when: { authType: "team" } },
    { hook: "beforeSend", handler: "seal", band: "sign", when: { authType: "seal" } },
    { hook: "buildWorkflow", handler: "soften", phase: "refine", when: { feature: "soften" } },
    { hook: "buildWorkflow", handler: "tint", phase: "condition", when: { feature: "tint" } },
    { hook: "onEvent", handler: "see", band: "observe" },
  ]);
});

it("have no phase without the handler that runs in it", async () => {
  const feature = { id: "soften", title: "Soften", phase: "refine", settings };
  const found = {
    manifest: manifestOf("workflow-soften", "workflow", { contributes: { features: [feature] } }),
    file: "plugin.json",
    location: { kind: "inline" },
  };
  const { problems } = await checkManifest(found as unknown as FoundManifest);
  expect(problems.map(({ details }) => details)).toMatchObject([
    { pointer: "#/contributes/features/0", expected: 'the key "handler" beside "phase"' },
  ]);
});
