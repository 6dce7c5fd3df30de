// Signing in with a device code: what is told while it waits, and every way in which it ends.

import { afterEach, describe, expect, it, vi } from "vitest";
import { waitFor } from "../../plugins/auth-oauth2/authorize/authorize.test.support.js";
import { createStages, deviceIntervalMs, hold, lifeMs, type Stage } from "./stage.test.support.js";

const stages = createStages();
afterEach(() => {
  vi.useRealTimers();
});

/** A profile that has a token, and a second sign-in that waits for the person. */
async function waiting(decision: Stage["person"]["decision"] = "waits") {
  const stage = await stages.signedIn("device_code");
  const { profiles, person } = stage;
  const controller = new AbortController();
  person.decision = decision;
  const flow = profiles.run("work", "login", { signal: controller.signal });
  const outcome = flow.catch((error: unknown) => error);
  await waitFor(() => person.codes.length === 2 && person.confirmed === (decision === "waits" ? 1 : 2));
  return {
    ...stage,
    flow,
    outcome,
    userCode: person.codes[1]?.code ?? "",
    cancel: () => {
      controller.abort(new Error("enough"));
    },
  };
}

/** The older token is there and is used. */
async function expectOlderToken({ send, profiles, api }: Stage): Promise<void> {
  expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: true });
  expect((await send("work")).status).toBe(200);
  expect(new Set(api.tokens).size).toBe(1);
}

describe("a device flow that waits", () => {
  it("is told as pending, with the code that the person was shown", async () => {
    const { profiles, provider, clock, person, userCode, flow } = await waiting();
    const pending = {
      userCode,
      verificationUri: `${provider.issuer}/device`,
      expiresAtMs: clock.now() + 600_000,
    };
    expect((await profiles.view("work")).status).toMatchObject({ state: "pending", ...pending });
    expect(person.texts).toContain(`${provider.issuer}/device?user_code=${userCode}`);
    await provider.approveDevice(userCode);
    await clock.advance(deviceIntervalMs);
    expect((await flow).view.status).toMatchObject({ state: "ready", expiresAtMs: clock.now() + lifeMs });
  });

  it("asks less often when the provider wants that", async () => {
    const { provider, clock, counted, person, userCode, flow } = await waiting();
    provider.interfere("/token", (_request, response) => {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"slow_down"}');
    });
    const steps = person.texts.length;
    await clock.advance(deviceIntervalMs);
    await waitFor(() => person.texts.length > steps);
    const { tokenRequests } = await counted(async () => {
      await clock.advance(2 * deviceIntervalMs - 1);
      await provider.approveDevice(userCode);
      await clock.advance(1);
      await flow;
    });
    expect(tokenRequests).toBe(1);
  });
});

describe("a token that is pasted while a device flow waits", () => {
  it("is used at once, and stays when the flow is cancelled", async () => {
    const { profiles, send, api, cancel, outcome } = await waiting();
    const [older = ""] = api.tokens;
    await profiles.run("work", "paste", { input: older });
    expect((await profiles.view("work")).status.state).toBe("pending");
    expect((await send("work")).status).toBe(200);
    cancel();
    await outcome;
    expect((await profiles.view("work")).status).toMatchObject({ state: "ready", refreshable: false });
  });
});

describe("an older token stays when a device flow", () => {
  it("is denied", async () => {
    const stage = await waiting("denies");
    await stage.clock.advance(deviceIntervalMs);
    expect(await stage.outcome).toMatchObject({ code: "OAUTH_DENIED" });
    await expectOlderToken(stage);
  });

  it("lasts longer than its code, by the provider's word", async () => {
    const stage = await waiting();
    // The provider's time, not the kernel's.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    await stage.clock.advance(deviceIntervalMs);
    expect(await stage.outcome).toMatchObject({ code: "OAUTH_EXPIRED" });
    vi.useRealTimers();
    await expectOlderToken(stage);
  });

  it("lasts longer than its code, whatever the provider says", async () => {
    const stage = await waiting();
    const flow = { isOver: false };
    void stage.outcome.then(() => (flow.isOver = true));
    while (!flow.isOver) await stage.clock.advance(deviceIntervalMs);
    expect(await stage.outcome).toMatchObject({ code: "OAUTH_EXPIRED" });
    await expectOlderToken(stage);
  });

  it("is cancelled between two questions", async () => {
    const stage = await waiting();
    const { counted, clock, provider, userCode, cancel, outcome } = stage;
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    await provider.approveDevice(userCode);
    expect(await counted(() => clock.advance(10 * deviceIntervalMs))).toMatchObject({ tokenRequests: 0 });
    await expectOlderToken(stage);
  });

  it("is cancelled while a token is on its way", async () => {
    const stage = await waiting("consents");
    const { provider, clock, cancel, outcome } = stage;
    const answer = hold(provider, "/token");
    await clock.advance(deviceIntervalMs);
    await answer.arrived;
    cancel();
    expect(await outcome).toMatchObject({ message: "enough" });
    answer.release();
    await expectOlderToken(stage);
  });
});
