// Signing in with a device code: the pending status, and the older token when the flow ends without a new one.

import { expect, it } from "vitest";
import { waitFor } from "../../plugins/auth-oauth2/testing/authorization-flow.js";
import { createTestBeds, pollIntervalMs, tokenLifetimeMs } from "./test-bed.test.support.js";

const beds = createTestBeds();

/** A profile with a token, and a second sign-in that waits for the user. */
async function startSecondSignIn() {
  const bed = await beds.openSignedIn("device_code");
  const { profiles, user } = bed;
  const controller = new AbortController();
  user.decision = "waits";
  const flow = profiles.run("work", "login", { signal: controller.signal });
  const outcome = flow.catch((error: unknown) => error);
  await waitFor(() => user.codes.length === 2);
  return {
    ...bed,
    flow,
    outcome,
    userCode: user.codes[1]?.code ?? "",
    cancel: () => controller.abort(new Error("enough")),
  };
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
