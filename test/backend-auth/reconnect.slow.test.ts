// Credentials of the socket: sent anew with each handshake, not checked while it is open, and never retried in a loop.

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JobEvent } from "@pictor/host";
import { lines } from "./proxy.test.support.js";
import { oauthProfile, schemes, tokenGate } from "./schemes.test.support.js";
import { createStudio, findSecrets, shown, type Studio } from "./studio.test.support.js";

const studio = createStudio();
beforeAll(() => studio.server());
afterEach(() => studio.tidy());
afterAll(() => studio.close());

const hourMs = 3_600_000;
/** Longer than the first pause before a reconnect, and shorter than the silence after which the record is read. */
const pauseMs = 1_000;
const stepMs = 50;

const connections = (events: readonly JobEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
const tokens = ({ proxy }: Studio): readonly (readonly [string | undefined, number])[] =>
  proxy.of("GET /ws").map((handshake) => [lines(handshake, "authorization")[0], handshake.status]);

/** Records the states of the backend's socket. Opens it, and advances the clock to the next attempt after each loss. */
async function watched({ pictor, clock }: Studio) {
  const { backend } = await pictor.openBackend("studio");
  const states: string[] = [];
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  await backend.events((event) => {
    if (event.type !== "connection") return;
    states.push(event.state);
    if (event.state === "lost") void clock.advance(pauseMs);
    if (event.state === "closed") end();
  });
  return { states, closed };
}

/** Starts a run whose socket breaks, after `meanwhile`, and which cannot end before the socket is back or given up. */
function broken({ proxy, clock, run }: Studio, meanwhile: () => unknown = () => undefined) {
  const breakSocket = async (): Promise<void> => {
    await meanwhile();
    proxy.drop();
  };
  void proxy.next("POST /prompt", () => {
    proxy.atNextFrame(() => void breakSocket());
    return undefined;
  });
  let isLost = false;
  let goOn = (): void => undefined;
  const decided = new Promise<undefined>((resolve) => {
    goOn = () => resolve(undefined);
  });
  void proxy.next("GET /history", () => decided);
  return run({
    on(event) {
      if (event.type !== "connection") return undefined;
      if (isLost) goOn();
      isLost = event.state === "lost";
      return isLost ? clock.advance(pauseMs) : undefined;
    },
  });
}

/** Advances the clock in small steps until `work` has settled. Everything that it waits for is in this process. */
async function passing<T>({ clock }: Studio, work: Promise<T>): Promise<T> {
  const over: T[] = [];
  const settled = work.then((value) => over.push(value));
  while (over.length === 0) await Promise.race([clock.advance(stepMs), settled]);
  return work;
}

describe("a socket that breaks in the middle of a run comes back", () => {
  it.each(schemes)("with $name", async ({ guard }) => {
    const guarded = guard(await studio.provider());
    const lab = await studio.open(guarded);
    const { result, events } = await broken(lab);
    expect(result).toMatchObject({ status: "finished", problems: [] });
    expect(connections(events)).toEqual(["open", "lost", "open"]);
    const [first, second, ...more] = lab.proxy.of("GET /ws");
    expect([first?.status, second?.status, more]).toEqual([0, 0, []]);
    const clientIdOf = (url = "") => new URL(url, "http://a").searchParams.getAll("clientId");
    expect(clientIdOf(second?.url)).toEqual(clientIdOf(first?.url));
    expect(lab.proxy.refused()).toHaveLength(guarded.asksFirst);
    expect(findSecrets(shown([lab.log, events, result]), guarded.secrets)).toEqual([]);
  });

  it("with the secret of the moment, where the profile refers to one", async () => {
    const { guard } = schemes.find(({ name }) => name === "Bearer")!;
    const { profile } = guard(await studio.provider());
    let current = "CANARY-bearer~+/=";
    const gate = (request: Parameters<typeof lines>[0]) =>
      lines(request, "authorization")[0] === `Bearer ${current}` ? undefined : { status: 401 };
    const lab = await studio.open({ profile, gate });
    const { result } = await broken(lab, () => {
      current = process.env["PICTOR_TEST_BACKEND_SECRET"] = "CANARY-rotated";
    });
    expect(result).toMatchObject({ status: "finished", problems: [] });
    expect(tokens(lab)).toEqual([
      ["Bearer CANARY-bearer~+/=", 0],
      ["Bearer CANARY-rotated", 0],
    ]);
  });
});

describe("credentials that are no longer taken", () => {
  it.each([...schemes.map((scheme) => ({ ...scheme, status: 401 })), { ...schemes[0]!, status: 403 }])(
    "end a run in which the socket broke, and are not tried again: $name, $status",
    async ({ guard, status }) => {
      const provider = await studio.provider();
      const guarded = guard(provider);
      const lab = await studio.open(guarded);
      const { states, closed } = await watched(lab);
      let before = 0;
      let run: ReturnType<typeof broken> | undefined;
      await new Promise<void>((changed) => {
        run = broken(lab, () => {
          before = lab.proxy.of("GET /ws").length;
          lab.proxy.change((request) => guarded.gate(request) ?? { status });
          changed();
        });
      });
      const { result } = await passing(lab, run!);
      // The record was read a second time, because a gateway can refuse once by mistake.
      expect(result).toMatchObject({
        status: "failed",
        error: { code: "AUTH_REJECTED", hint: expect.stringContaining("continues on the server") },
      });
      await closed;
      await lab.clock.advance(hourMs);
      expect([states, lab.clock.pending()]).toEqual([["open", "lost", "closed"], 0]);
      const isRenewed = status === 401 && guarded.profile["type"] === "oauth2";
      expect(lab.proxy.of("GET /ws").slice(before)).toHaveLength(isRenewed ? 2 : 1);
      expect(findSecrets(shown([lab.log, result]), guarded.secrets)).toEqual([]);
    },
  );

  it("are not asked for in a loop at a provider that has locked the client out", async () => {
    const provider = await studio.provider({ lifeS: 4 });
    const lab = await studio.open({ profile: oauthProfile(provider), gate: tokenGate(provider) });
    const { states, closed } = await watched(lab);
    await lab.clock.advance(4_001);
    provider.refuse(401);
    lab.proxy.drop();
    await closed;
    await lab.clock.advance(hourMs);
    expect(states).toEqual(["open", "lost", "closed"]);
    // The third request is the one attempt with another client authentication.
    expect([lab.clock.pending(), provider.asked(), lab.proxy.of("GET /ws").length]).toEqual([0, 3, 1]);
  });
});
