// Auth schemes and features imply the taps of their handlers.

import { expect, it } from "vitest";
import type { Manifest } from "../contract/manifest.gen.js";
import { declaredTaps } from "./declared-taps.js";

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
      { id: "tapped", title: "Tapped", phase: "condition", settings },
    ],
  },
  taps: [{ hook: "onEvent", handler: "see", band: "observe" }],
} satisfies Partial<Manifest>;

it("are listed before those of taps", () => {
  expect(declaredTaps(manifest as unknown as Manifest)).toEqual([
    { hook: "beforeSend", handler: "addTeam", band: "auth", when: { authType: "team" } },
    { hook: "beforeSend", handler: "seal", band: "sign", when: { authType: "seal" } },
    { hook: "buildWorkflow", handler: "soften", phase: "refine", when: { feature: "soften" } },
    { hook: "onEvent", handler: "see", band: "observe" },
  ]);
});
