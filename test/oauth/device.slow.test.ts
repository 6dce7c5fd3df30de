// Signing in with a device code: the pending status, and the older token when the flow ends without a new one.

import { expect, it } from "vitest";
import { waitFor } from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import {
  createTestBeds,
  pollIntervalMs,
  holdResponse,
  tokenLifetimeMs,
  type TestBed,
} from "./test-bed.test.support.js";

const beds = createTestBeds();

/** A profile with a token, and a second sign-in that waits for the user. */
async function startSecondSignIn(decision: TestBed["user"]["decision"] = "waits") {
  const bed = await beds.openSignedIn("device_code");
  const { profiles, user } = bed;
  const controller = new AbortController();
  user.decision = decision;
  const flow = profiles.run("work", "login", { signal: controller.signal });
  const outcome = flow.catch((error: unknown) => error);
  await waitFor(() => user.codes.length === 2 && user.confirmed === (decision === "waits" ? 1 : 2));
  return {
    ...bed,
    flow,
    outcome,
    userCode: user.codes[1]?.code ?? "",
    cancel: () => controller.abort(new Error("enough")),
  };
}

/** Expects that the older token is stored and used. */
async function expectOlderToken({ send, profiles, api }: TestBed): Promise<void> {
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect((await send("work")).status).toBe(200);
  expect(new Set(api.tokens).size).toBe(1);
}

it("a device flow that waits for the user is pending in the status, with the code that was shown", async () => {
  const { profiles, provider, clock, user, userCode, flow } = await startSecondSignIn();
  const pending = {
    userCode,
    verificationUri: `${provider.issuer}/device`,
    expiresAtMs: clock.now() + 600_000,
  };
  expect((await profiles.view("work")).status).toMatchObject({ state: "pending", ...pending });
  expect(user.texts).toContain(`${provider.issuer}/device?user_code=${userCode}`);
  await provider.approveDevice(userCode);
  await clock.advance(pollIntervalMs);
  expect((await flow).view.status).toMatchObject({
    state: "ready",
    expiresAtMs: clock.now() + tokenLifetimeMs,
  });
});

it("a token that is pasted during a device flow is used at once, and stays if the flow is cancelled", async () => {
  const { profiles, send, api, cancel, outcome } = await startSecondSignIn();
  const [older = ""] = api.tokens;
  await profiles.run("work", "paste", { input: older });
  expect((await profiles.view("work")).status.state).toBe("pending");
  expect((await send("work")).status).toBe(200);
  cancel();
  await outcome;
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: false });
});

it("an older token stays if a device flow is cancelled while the provider sends a token", async () => {
  const bed = await startSecondSignIn("consents");
  const { provider, clock, cancel, outcome } = bed;
  const held = holdResponse(provider, "/token");
  await clock.advance(pollIntervalMs);
  await held.received;
  cancel();
  expect(await outcome).toMatchObject({ message: "enough" });
  held.release();
  await expectOlderToken(bed);
});
