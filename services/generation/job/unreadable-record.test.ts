// A server that answers, but not with the record: refused credentials, pages of a proxy, missing routes.

import { describe, expect, it } from "vitest";
import { type Backend, fault, PictorError } from "@pictor/kernel";
import { openStage, settleAll, type Stage } from "../../testing/server-stage.js";

async function start() {
  const stage = await openStage();
  const followed = await stage.generate();
  stage.server.start();
  await settleAll();
  return { ...stage, ...followed };
}
const url = "http://fake/queue";
const rejected = fault("AUTH_REJECTED", { where: url, auth: "team", status: 401 });
const denied = new PictorError("TICKET_DENIED", "No ticket.", "", {}, { base: "AUTH_REFUSED" });
const absent = fault(
  "BACKEND_REPLY",
  { method: "GET", url, found: "status 404", expected: "status 200" },
  { more: { status: 404 } },
);
const often = (error: PictorError) => Array.from({ length: 500 }, () => error);
const readings = ({ server }: Pick<Stage, "server">) =>
  server.calls.filter((name) => name === "state").length;

describe("an answer that is not the record", () => {
  it.each([
    ["401", rejected],
    ["a scheme's own refusal", denied],
    ["404", absent],
  ])("%s: once does not end the job, and is reported once", async (_status, error) => {
    const { server, clock, now } = await start();
    server.fail("state", error);
    server.disconnect();
    await clock.advance(3_000);
    expect(await now()).toBe("goes on");
    server.fail("state", error);
    await clock.advance(10_000);
    server.finish("succeeded");
    await clock.advance(20_000);
    expect(await now()).toMatchObject({ status: "finished", problems: [{ code: error.code }] });
  });

  it("a refusal twice, a second apart, fails the job, and the prompt continues", async () => {
    const stage = await start();
    const { server, clock, now, promptId } = stage;
    server.fail("state", ...often(rejected));
    server.disconnect();
    await clock.advance(900);
    server.reconnect();
    expect([await now(), readings(stage)]).toEqual(["goes on", 1]);
    await clock.advance(200);
    expect(await now()).toMatchObject({
      status: "failed",
      error: { code: rejected.code, hint: expect.stringMatching(`${promptId} continues on the server`) },
    });
    await clock.advance(120_000);
    expect([readings(stage), server.running()]).toEqual([2, promptId]);
  });

  it("a scheme that cannot get its credentials, with its own code, is waited for like a server", async () => {
    const error = new PictorError("TICKET_OFFICE_CLOSED", "Closed.", "", {}, { base: "AUTH_UNREACHABLE" });
    const { server, clock, now } = await start();
    server.fail("state", ...often(error));
    server.disconnect();
    await clock.advance(50_000);
    expect(await now()).toBe("goes on");
    server.fail("state");
    await clock.advance(5_000);
    server.finish("succeeded");
    await clock.advance(20_000);
    expect(await now()).toMatchObject({ status: "finished", problems: [] });
  });

  it("404 for a minute loses the job with that reason, and the prompt may continue", async () => {
    const { server, clock, now } = await start();
    server.fail("state", ...often(absent));
    server.disconnect();
    await clock.advance(55_000);
    expect(await now()).toBe("goes on");
    await clock.advance(10_000);
    expect(await now()).toMatchObject({
      status: "lost",
      error: {
        details: { why: "unreadable", reason: expect.stringMatching(/may still be running.*status 404/) },
        hint: expect.stringContaining("Follow it by its id"),
      },
    });
  });

  it("any other error ends the job at once", async () => {
    const { server, clock, now } = await start();
    server.fail("state", fault("REQUEST_TOO_LARGE", { url, maxBytes: 5 }));
    server.disconnect();
    await clock.advance(0);
    expect(await now()).toMatchObject({ status: "failed", error: { code: "REQUEST_TOO_LARGE" } });
  });
});

describe("a request without an answer", () => {
  const hanging = (
    server: Stage["server"],
    method: "info" | "catalog" | "events" | "state" | "cancel" | "fetchSubmission",
  ) => {
    const signals: AbortSignal[] = [];
    const never = (...args: readonly unknown[]) => {
      signals.push((args.at(-1) as { readonly signal: AbortSignal }).signal);
      return new Promise<never>(() => undefined);
    };
    Object.assign<Backend, Partial<Backend>>(server.backend, { [method]: never });
    return signals;
  };

  it.each([
    ["info", 30_000],
    ["catalog", 180_000],
  ] as const)("to %s has a limit, and is ended with it", async (method, ms) => {
    const stage = await openStage();
    const signals = hanging(stage.server, method);
    const { now } = await stage.generate();
    await stage.clock.advance(ms - 1);
    expect([await now(), signals.map(({ aborted }) => aborted)]).toEqual(["goes on", [false]]);
    await stage.clock.advance(1);
    expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_UNREACHABLE" } });
    expect([signals.map(({ aborted }) => aborted), stage.clock.pending()]).toEqual([[true], 0]);
  });

  it("to events is repeated, because it may be an outage", async () => {
    const stage = await openStage();
    const signals = hanging(stage.server, "events");
    const { now } = await stage.generate();
    await stage.clock.advance(31_000);
    expect([await now(), signals.map(({ aborted }) => aborted)]).toEqual(["goes on", [true, false]]);
    await stage.clock.advance(30_000);
    expect(await now()).toMatchObject({ status: "failed", error: { code: "BACKEND_UNREACHABLE" } });
    expect([signals.map(({ aborted }) => aborted), stage.clock.pending()]).toEqual([[true, true], 0]);
  });

  it("for a prompt that is to be followed is repeated too, and the prompt may still run", async () => {
    const stage = await openStage();
    const signals = hanging(stage.server, "state");
    const { now } = stage.follow(stage.pictor.attach({ promptId: "p" }));
    await stage.clock.advance(21_000);
    expect([await now(), signals.map(({ aborted }) => aborted)]).toEqual(["goes on", [true, false]]);
    await stage.clock.advance(60_000);
    expect(await now()).toMatchObject({ status: "lost", error: { details: { why: "unreachable" } } });
  });

  it("to cancel is abandoned when the job has ended, then after 20 s, and repeated", async () => {
    const { server, clock, now, generation } = await start();
    const signals = hanging(server, "cancel");
    void generation.cancel();
    await clock.advance(10_000);
    expect(await now()).toMatchObject({ problems: [{ code: "BACKEND_CANCEL_UNCONFIRMED" }] });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await clock.advance(19_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await clock.advance(5_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });
});
