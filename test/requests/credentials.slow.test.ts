// Redirects to another origin carry no credential of a scheme, and neither does a redirect back.

import { afterEach, describe, expect, it } from "vitest";
import {
  asking,
  createLab,
  findSecrets,
  tracesIn,
  wire,
  type Ending,
  type LabPictor,
} from "./lab.test.support.js";
import { redirectTo, type Origin } from "./origins.test.support.js";
import { fixtures, type Fixture } from "./schemes.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const plain = { "x-plain": "1" };

/** An origin that redirects /start once it has received its credentials, and every other path to nowhere. */
const guarded = (fixture: Fixture, target: () => string, status = 302): Promise<Origin> =>
  lab.origin(
    asking(fixture, (request, response) => {
      if (request.url.startsWith("/start")) redirectTo(target, status)(request, response);
      else response.end("ok");
    }),
  );

/** Expects that the first origin has received the credential, and that it appears nowhere else. */
function expectNoTrace(
  fixture: Fixture,
  {
    first,
    others,
    pictor,
    ending,
  }: { first: Origin; others: readonly Origin[]; pictor: LabPictor; ending: Ending },
): void {
  expect(ending.reply?.status, JSON.stringify(ending.error)).toBe(200);
  expect(first.arrived.some((request) => fixture.sent(request) !== undefined)).toBe(true);
  for (const other of others) {
    expect(other.arrived.at(-1)?.headers).toMatchObject(plain);
    expect(tracesIn(wire(other.arrived), fixture)).toEqual([]);
  }
  expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
}

describe.each(fixtures)("$name", (fixture) => {
  const { auth } = fixture;

  it.each([301, 302, 303, 307, 308])("stays behind at a redirect with status %i", async (status) => {
    const second = await lab.origin();
    const first = await guarded(fixture, () => `${second.http}/there?a=1`, status);
    const pictor = await lab.createPictor();
    const input = { method: "POST", url: `${first.http}/start?q=1#part`, body: "b", headers: plain, auth };
    const ending = await pictor.end(input);
    expectNoTrace(fixture, { first, others: [second], pictor, ending });
    expect(second.arrived[0]?.url).toBe("/there?a=1");
  });

  it("stays behind when the same host and port answer without TLS", async () => {
    const first = await guarded(fixture, () => `${first.http}/there`);
    const pictor = await lab.createTrustingPictor();
    const ending = await pictor.end({ url: `${first.https}/start`, headers: plain, auth });
    expect(ending.reply?.status, JSON.stringify(ending.error)).toBe(200);
    const there = first.arrived.filter(({ url }) => url.startsWith("/there"));
    expect(there).toHaveLength(1);
    expect(tracesIn(wire(there), fixture)).toEqual([]);
  });

  it("stays with its origin along a redirect inside it, once", async () => {
    const first = await guarded(fixture, () => "/inside?b=%7e");
    const pictor = await lab.createPictor();
    const ending = await pictor.end({ url: `${first.http}/start`, headers: plain, auth });
    expect(ending.reply?.status).toBe(200);
    const inside = first.arrived.at(-1)!;
    expect(inside.url).toMatch(/^\/inside\?b=%7e/);
    expect(fixture.sent(inside)).toBeDefined();
    const names = inside.rawHeaders
      .filter((_part, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    expect(names.length).toBe(new Set(names).size);
    const parameters = [...new URL(inside.url, "http://a").searchParams.keys()];
    expect(parameters.length).toBe(new Set(parameters).size);
    expect(findSecrets(pictor.shown(ending), fixture)).toEqual([]);
  });
});

describe("of the caller's own", () => {
  it("a header whose variable stands for a secret stays behind, a plain variable does not", async () => {
    process.env["PICTOR_TEST_SECRET"] = "CANARY-variable";
    const second = await lab.origin();
    const first = await lab.origin(redirectTo(() => second.http));
    const pictor = await lab.createPictor({
      environment: "dev",
      environments: { dev: { key: { $env: "PICTOR_TEST_SECRET" }, name: "studio" } },
    });
    const ending = await pictor.end({
      url: first.http,
      headers: { "x-key": "{{key}}", "x-name": "{{name}}" },
    });
    expect(first.arrived[0]?.headers).toMatchObject({ "x-key": "CANARY-variable", "x-name": "studio" });
    expect(second.arrived[0]?.headers).toMatchObject({ "x-name": "studio" });
    expect(wire(second.arrived) + pictor.shown(ending)).not.toContain("CANARY");
  });

  it("no Referer tells one origin of another's address", async () => {
    const second = await lab.origin();
    const first = await lab.origin(redirectTo(() => second.http));
    const pictor = await lab.createPictor();
    await pictor.end({ url: `${first.http}/start?key=CANARY` });
    expect(second.arrived[0]?.headers).not.toHaveProperty("referer");
    expect(second.arrived[0]?.headers).not.toHaveProperty("origin");
  });
});
