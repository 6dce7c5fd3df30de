// What the page says a person does next with a profile.

import type { Operation, Profile } from "@pictor/client";
import { expect, it } from "vitest";
import { nextStep } from "./next-step.js";

const actions = [
  { id: "login", title: "Get new access token", canRun: true },
  { id: "discover", title: "Auto-fill", canRun: true, input: { title: "Discovery URL" } },
];
const profile = (change: object) =>
  ({
    name: "work",
    state: "signed-out",
    needsSignIn: true,
    missing: [],
    actions,
    ...change,
  }) as unknown as Profile;
const ended = (kind: string, state: string) => ({ kind, state }) as Operation;

it.each<[string, Profile, Operation | undefined, string | undefined]>([
  [
    "the sign-in after discovery",
    profile({}),
    ended("profile.discover", "finished"),
    "Next: press Get new access token.",
  ],
  [
    "the missing fields first",
    profile({ state: "missing", missing: ["Client ID"] }),
    undefined,
    "Next: fill in Client ID, then press Get new access token.",
  ],
  [
    "another address after a discovery that failed",
    profile({}),
    ended("profile.discover", "failed"),
    "Correct Discovery URL and try again, or fill in the fields by hand.",
  ],
  [
    "another try after a sign-in that failed",
    profile({}),
    ended("profile.login", "failed"),
    "Check the fields below, then press Get new access token again.",
  ],
  [
    "a new sign-in when a token has expired",
    profile({ state: "expired" }),
    undefined,
    "Next: press Get new access token.",
  ],
  ["nothing while an action runs", profile({}), ended("profile.login", "running"), undefined],
  ["nothing when the profile is ready", profile({ state: "ready" }), undefined, undefined],
  ["nothing for a scheme without actions", profile({ actions: [] }), undefined, undefined],
])("is %s", (_title, shown, operation, text) => {
  expect(nextStep(shown, operation)).toBe(text);
});
