// WebSocket handshakes have the same credentials as every other request to their origin, and no others.

import { afterEach, describe, expect, it } from "vitest";
import type { RequestInput } from "@pictor/host";
import { createLab, findSecrets, tracesIn, wire, type LabPictor } from "./lab.test.support.js";
import type { ReceivedRequest, Refusal } from "./origins.test.support.js";
import { fixtures, type Fixture } from "./schemes.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const handlers = { message: () => undefined, close: () => undefined };

/** Opens a socket and closes it. Resolves to the error, if there is one. */
async function opened({ pictor }: LabPictor, input: RequestInput) {
  try {
    await (await pictor.connect(input, handlers)).close();
    return {};
  } catch (error) {
    return { error: error as { readonly code: string; readonly details: object } };
  }
}

const unlessSent =
  ({ sent, challenge }: Fixture) =>
  (handshake: ReceivedRequest): Refusal | undefined =>
    challenge !== undefined && sent(handshake) === undefined
      ? [401, `www-authenticate: ${challenge}`]
      : undefined;

describe.each(fixtures)("$name", (fixture) => {
  const { auth, sent, challenge } = fixture;
  const handshakes = challenge === undefined ? 1 : 2;

  it("is on the handshake what it is on a request", async () => {
    const server = await lab.origin(undefined, unlessSent(fixture));
    const pictor = await lab.createPictor();
    const ending = await opened(pictor, { url: `${server.ws}/ws?clientId=a%20b`, auth });
    expect([ending.error, server.handshakes.length]).toEqual([undefined, handshakes]);
    const handshake = server.handshakes.at(-1)!;
    expect(handshake.url).toMatch(/^\/ws\?clientId=a%20b(&|$)/);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
    if (challenge === undefined && !fixture.isSignature) {
      await pictor.end({ url: `${server.http}/ws`, auth });
      expect(sent(handshake)).toBe(sent(server.arrived[0]!));
    } else {
      expect(sent(handshake)).toBeDefined();
    }
  });

  it("is refused as often as it is new", async () => {
    const refusal: Refusal = [401, `www-authenticate: ${challenge ?? "Answer"}`];
    const server = await lab.origin(undefined, () => refusal);
    const pictor = await lab.createPictor();
    const ending = await opened(pictor, { url: server.ws, auth });
    expect(ending.error).toMatchObject({ code: "SOCKET_REFUSED", details: { status: 401 } });
    expect(server.handshakes).toHaveLength(handshakes);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])("goes nowhere at a redirect with status %i", async (status) => {
    const second = await lab.origin();
    const first = await lab.origin(undefined, (handshake) => [
      status,
      `location: ${second.http}/there?again=${encodeURIComponent(sent(handshake) ?? "")}`,
    ]);
    const pictor = await lab.createPictor();
    const ending = await opened(pictor, { url: first.ws, auth });
    expect(ending.error).toMatchObject({ code: "SOCKET_REFUSED", details: { status } });
    expect([first.handshakes.length, second.handshakes, second.arrived]).toEqual([1, [], []]);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });
});

it.each(["header", "query"])("the same %s is not tried twice", async (place) => {
  const server = await lab.origin(undefined, () => [401, "www-authenticate: Any"]);
  const pictor = await lab.createPictor();
  const auth = { type: "repeat", secret: "CANARY-repeat", place };
  expect((await opened(pictor, { url: server.ws, auth })).error?.code).toBe("SOCKET_REFUSED");
  expect(server.handshakes).toHaveLength(1);
});

describe("the address of a socket", () => {
  it("has its variables filled, as have headers and an inline setting", async () => {
    const server = await lab.origin();
    const pictor = await lab.createPictor({
      environment: "dev",
      environments: { dev: { id: "here", key: "CANARY-variable" } },
    });
    const auth = { type: "api-key", key: "X-Key", value: "{{key}}" };
    await opened(pictor, { url: `${server.ws}/ws?clientId={{id}}`, headers: { "x-id": "{{id}}" }, auth });
    expect(server.handshakes).toMatchObject([
      { url: "/ws?clientId=here", headers: { "x-id": "here", "x-key": "CANARY-variable" } },
    ]);
  });

  it("brings no Origin header that the caller did not set", async () => {
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    await opened(pictor, { url: server.ws });
    await opened(pictor, { url: server.ws, headers: { Origin: "http://own.example" } });
    expect(server.handshakes.map(({ headers }) => headers.origin)).toEqual([undefined, "http://own.example"]);
  });
});

describe("a profile", () => {
  const profileFor = (origins: readonly string[]) => ({
    profiles: {
      team: { type: "bearer", schemes: { bearer: { token: { $env: "PICTOR_TEST_TOKEN" } } }, origins },
    },
  });

  it("whose origins name the server without TLS covers ws:, and the one with TLS wss:", async () => {
    process.env["PICTOR_TEST_TOKEN"] = "CANARY-listed";
    const server = await lab.origin();
    const plain = await lab.createTrustingPictor(profileFor([server.http]));
    expect((await opened(plain, { url: server.ws, auth: "team" })).error).toBeUndefined();
    const secure = await lab.createTrustingPictor(profileFor([server.https]));
    const ending = await opened(secure, { url: server.ws, auth: "team" });
    expect(ending.error).toMatchObject({ code: "AUTH_ORIGIN_REFUSED", details: { origin: server.http } });
    expect(server.handshakes).toHaveLength(1);
    const wss = server.https.replace("https:", "wss:");
    expect((await opened(secure, { url: wss, auth: "team" })).error).toBeUndefined();
    expect((await opened(plain, { url: wss, auth: "team" })).error?.code).toBe("AUTH_ORIGIN_REFUSED");
  });

  it("is read anew by each connect: a socket that comes back has the token of the day", async () => {
    const server = await lab.origin();
    const pictor = await lab.createPictor(profileFor([server.http]));
    for (const token of ["CANARY-monday", "CANARY-tuesday"]) {
      process.env["PICTOR_TEST_TOKEN"] = token;
      await opened(pictor, { url: server.ws, auth: "team" });
    }
    expect(server.handshakes.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer CANARY-monday",
      "Bearer CANARY-tuesday",
    ]);
    expect(tracesIn(pictor.shown(), { traces: ["CANARY"] })).toEqual([]);
    expect(wire(server.arrived)).toBe("");
  });
});
