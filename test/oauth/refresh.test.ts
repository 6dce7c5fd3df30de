// Tokens that end or are refused while requests go out: one refresh for all, where it helps, and none is lost.

import { describe, expect, it } from "vitest";
import type { RequestBody } from "@pictor/kernel";
import { clients, startProvider } from "../../plugins/auth-oauth2/protocol/oidc-provider.test.support.js";
import type { Interference } from "../../plugins/auth-oauth2/protocol/oidc-provider.test.support.js";
import { createStages, hold, lifeMs, type Stage } from "./stage.test.support.js";

const stages = createStages();

const fifty = async ({ ending }: Stage): Promise<ReadonlySet<number | string>> =>
  new Set(await Promise.all(Array.from({ length: 50 }, () => ending("work"))));
const allServed = new Set([200]);

function refuseUsed({ api }: Stage): void {
  const used = api.tokens.at(-1);
  api.refuse((token) => token === used);
}

/** Ends everything that came of the sign-in, as an administrator of the provider would. */
async function endGrant({ provider, api }: Stage): Promise<void> {
  const { clientId } = clients.application;
  const body = new URLSearchParams({ token: api.tokens.at(-1) ?? "", client_id: clientId });
  await fetch(provider.endpoints.revocationUrl, { method: "POST", body });
}

describe.each(["authorization_code", "client_credentials"] as const)("with a token of %s", (grant) => {
  it("fifty requests at its end lead to one refresh", async () => {
    const stage = await stages.signedIn(grant);
    for (let round = 1; round <= 2; round++) {
      await stage.clock.advance(lifeMs);
      expect(await stage.counted(() => fifty(stage))).toEqual({ result: allServed, tokenRequests: 1 });
      expect(new Set(stage.api.tokens).size).toBe(1 + round);
    }
  });

  it("fifty refused requests lead to one refresh, and each is sent once more", async () => {
    const stage = await stages.signedIn(grant);
    refuseUsed(stage);
    expect(await stage.counted(() => fifty(stage))).toEqual({ result: allServed, tokenRequests: 1 });
    expect(stage.api.tokens).toHaveLength(1 + 50 + 50);
  });
});

describe("a refused token", () => {
  it("is replaced, and the request sent once more", async () => {
    const stage = await stages.signedIn();
    refuseUsed(stage);
    const { result, tokenRequests } = await stage.counted(() => stage.send("work"));
    expect([result.hops.map(({ status }) => status), tokenRequests]).toEqual([[401, 200], 1]);
  });

  it("is replaced once only", async () => {
    const stage = await stages.signedIn();
    stage.api.refuse(() => true);
    expect(await stage.counted(() => stage.ending("work"))).toEqual({ result: 401, tokenRequests: 1 });
    expect(stage.api.tokens).toHaveLength(1 + 2);
  });

  it.each([401, 403])("for want of scope with %i is not replaced", async (status) => {
    const stage = await stages.signedIn();
    const request = () => stage.ending("work", `/beyond-scope/${status}`);
    expect(await stage.counted(request)).toEqual({ result: status, tokenRequests: 0 });
    expect(stage.api.tokens).toHaveLength(2);
  });

  it("with a body that cannot be sent again is replaced by the next request", async () => {
    const stage = await stages.signedIn();
    refuseUsed(stage);
    const body: RequestBody = {
      replayable: false,
      async *open() {
        yield Buffer.from("once");
      },
    };
    const request = () => stage.ending("work", "/", { method: "POST", body });
    expect(await stage.counted(request)).toEqual({ result: 401, tokenRequests: 0 });
    expect(await stage.counted(() => stage.ending("work"))).toEqual({ result: 200, tokenRequests: 1 });
  });
});

describe("a refresh", () => {
  it("goes on for the others when the one who began it leaves", async () => {
    const { kernel, provider, clock, api, ending } = await stages.signedIn();
    await clock.advance(lifeMs);
    const controller = new AbortController();
    const answer = hold(provider, "/token");
    const first = kernel.send({ url: api.url, auth: "work" }, { signal: controller.signal });
    const others = [ending("work"), ending("work")];
    await answer.arrived;
    controller.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    answer.release();
    expect(await Promise.all(others)).toEqual([200, 200]);
    expect(new Set(api.tokens).size).toBe(2);
  });
});

describe("a sign-in that the provider has ended", () => {
  it("is asked about once by fifty refused requests, and not again until the next login", async () => {
    const stage = await stages.signedIn();
    const { counted, profiles, clock, login, ending } = stage;
    await endGrant(stage);
    expect(await counted(() => fifty(stage))).toEqual({ result: new Set([401]), tokenRequests: 1 });
    expect((await profiles.view("work")).status).toMatchObject({
      state: "ready",
      refreshable: false,
      notes: [expect.stringContaining("sign in again")],
    });
    await clock.advance(lifeMs);
    expect((await profiles.view("work")).status).toMatchObject({ state: "expired", refreshable: false });
    const result = new Set(["AUTH_ACTION_NEEDED"]);
    expect(await counted(() => fifty(stage))).toEqual({ result, tokenRequests: 0 });
    await login("work");
    expect(await ending("work")).toBe(200);
  });
});

describe("a provider that does not refresh now", () => {
  const answer =
    (status: number, body: string, type = "application/json"): Interference =>
    (_request, response) =>
      void response.writeHead(status, { "content-type": type, "retry-after": "30" }).end(body);

  it.each<[string, Interference, string]>([
    ["hangs up", ({ socket }) => void socket.destroy(), "AUTH_UNREACHABLE"],
    ["shows a page for status 500", answer(500, "<h1>Oops</h1>", "text/html"), "OAUTH_RESPONSE_INVALID"],
    ["is overloaded", answer(503, ""), "OAUTH_RESPONSE_INVALID"],
    ["is asked too often", answer(429, '{"error":"invalid_grant"}'), "OAUTH_REFUSED"],
    ["has a fault", answer(400, '{"error":"server_error"}'), "OAUTH_REFUSED"],
  ])("%s: the token is used while it lasts, and renewed later", async (_situation, interference, code) => {
    const stage = await stages.signedIn();
    const { provider, clock, ending, counted, api } = stage;
    await clock.advance(lifeMs - 30_000);
    provider.interfere("/token", interference);
    expect(await counted(() => ending("work"))).toEqual({ result: 200, tokenRequests: 1 });
    await clock.advance(30_000);
    provider.interfere("/token", interference);
    expect(await counted(() => ending("work"))).toEqual({ result: code, tokenRequests: 1 });
    expect(api.tokens).toHaveLength(2);
    expect(await ending("work")).toBe(200);
  });

  it("is gone: the token stays", async () => {
    const own = await startProvider();
    const { save, login, profiles, clock, kernel, api } = await stages.open(own);
    await save("work", "authorization_code");
    const { view } = await login("work");
    await own.close();
    await expect(profiles.run("work", "refresh")).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect((await profiles.view("work")).status).toEqual(view.status);
    await clock.advance(lifeMs);
    const sending = kernel.send({ url: api.url, auth: "work" });
    await expect(sending).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect((await profiles.view("work")).status).toMatchObject({ state: "expired", refreshable: true });
  });
});
