// Credentials that are wrong from the start: one attempt, one clear error, and no secret in it.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Arrived } from "./proxy.test.support.js";
import { schemes } from "./schemes.test.support.js";
import { createStudio, findSecrets, shown } from "./studio.test.support.js";

const studio = createStudio();
beforeAll(() => studio.server());
afterEach(() => studio.tidy());
afterAll(() => studio.close());

const hourMs = 3_600_000;
/** A request without credentials. */
const bare: Arrived = { kind: "", method: "GET", url: "/", headers: {}, rawHeaders: [] };

describe.each(schemes)("$name", ({ guard }) => {
  /** A server that refuses all credentials, for all requests or only for those of a `kind`. */
  async function refusing(status: 401 | 403, kind?: string) {
    const provider = await studio.provider();
    const guarded = guard(provider);
    const refusal = { ...guarded.gate(bare), status };
    const gate = (request: Arrived) => (kind === undefined || request.kind === kind ? refusal : undefined);
    const lab = await studio.open({ ...guarded, gate });
    // Digest needs a challenge, and a token can be renewed, so a second attempt has other credentials.
    const isChallenged = guarded.asksFirst > 0 || guarded.profile["type"] === "oauth2";
    return { ...lab, provider, ...guarded, attempts: status === 401 && isChallenged ? 2 : 1 };
  }

  it.each([401, 403] as const)("ends a run at the first request: %i", async (status) => {
    const { run, proxy, clock, log, secrets, attempts } = await refusing(status);
    const { result, events } = await run();
    expect(result).toMatchObject({
      status: "failed",
      outputs: [],
      error: { code: "AUTH_REJECTED", details: { auth: "team", status } },
    });
    await clock.advance(hourMs);
    expect(proxy.seen).toHaveLength(attempts);
    expect(clock.pending()).toBe(0);
    expect(findSecrets(shown([log, events, result]), secrets)).toEqual([]);
  });

  it("ends a run whose handshake alone is refused", async () => {
    const { run, proxy, clock, log, secrets, attempts } = await refusing(401, "GET /ws");
    const { result, events } = await run();
    expect(result).toMatchObject({ status: "failed", error: { code: "AUTH_REJECTED" } });
    await clock.advance(hourMs);
    expect([proxy.of("GET /ws").length, proxy.of("POST /prompt")]).toEqual([attempts, []]);
    expect(findSecrets(shown([log, events, result]), secrets)).toEqual([]);
  });

  it("leaves an image that it may not fetch on the server", async () => {
    const { run, proxy, clock, log, secrets, attempts } = await refusing(401, "GET /view");
    const { result, events } = await run();
    expect(result).toMatchObject({ status: "finished", problems: [{ code: "OUTPUT_NOT_FETCHED" }] });
    await clock.advance(hourMs);
    expect(proxy.of("GET /view")).toHaveLength(attempts);
    expect(findSecrets(shown([log, events, result]), secrets)).toEqual([]);
  });
});

describe("nothing reaches the server", () => {
  const { guard } = schemes.find(({ name }) => name === "OAuth 2.0")!;

  it("when the provider does not know the client: it is asked once with each form of client authentication", async () => {
    const provider = await studio.provider();
    provider.refuse(401);
    const lab = await studio.open(guard(provider));
    const { result } = await lab.run();
    expect(result).toMatchObject({ status: "failed", error: { code: "OAUTH_REFUSED" } });
    expect([provider.asked(), lab.proxy.seen]).toEqual([2, []]);
  });
});

it("a backend without a profile asks for one, once", async () => {
  const lab = await studio.open({ gate: () => ({ status: 401 }) });
  const { result } = await lab.run();
  expect(result).toMatchObject({ status: "failed", error: { code: "AUTH_REQUIRED" } });
  await lab.clock.advance(hourMs);
  expect(lab.proxy.seen).toHaveLength(1);
});
