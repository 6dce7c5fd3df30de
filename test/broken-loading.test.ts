// Plugins that fail while they are loaded: in time, finally, with a helpful error, and without effect on others.

import { settlePromises, type TestPictor } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { createPictorWith } from "./fixtures.test.support.js";

const failures: readonly (readonly [name: string, code: string, text: RegExp])[] = [
  ["throws-on-import", "PLUGIN_IMPORT_FAILED", /boom while importing.*restart the program/],
  ["hangs-on-import", "PLUGIN_IMPORT_TIMEOUT", /10000 ms.*top-level await.*restart the program/],
  ["throws-on-apply", "PLUGIN_APPLY_FAILED", /boom while setting up/],
  ["hangs-on-apply", "PLUGIN_APPLY_TIMEOUT", /10000 ms/],
  ["exports-nothing", "PLUGIN_EXPORT_INVALID", /nothing.*export default/],
  ["missing-handler", "PLUGIN_SURFACE", /declares the handler "handle"/],
  ["extra-handler", "PLUGIN_SURFACE", /provides the handler "surprise"/],
];

/** Advances the clock past the limit once the plugin hangs. Importing takes real time, which must not be overtaken. */
async function expire(name: string, { clock, log }: TestPictor): Promise<void> {
  if (!name.startsWith("hangs")) return;
  const isHanging = () =>
    name === "hangs-on-apply" ? log.some(({ message }) => message === "hanging") : clock.pending() > 0;
  while (!isHanging()) await settlePromises();
  await clock.advance(10_000);
}

describe.each(failures)("%s", (name, code, text) => {
  it("fails with its reason, stays failed, and leaves no timer", async () => {
    const test = await createPictorWith([name, "healthy"]);
    const { pictor, clock, dispose } = test;
    const id = `auth-${name}`;
    const first = pictor.load(id).catch((error: unknown) => error);
    await expire(name, test);
    expect(await first).toMatchObject({ code, message: expect.stringMatching(text), details: { id } });
    expect(pictor.plugins().find((plugin) => plugin.id === id)!.status).toMatchObject({ state: "failed" });
    expect(await pictor.load(id).catch((error: unknown) => error)).toBe(await first);
    expect((await pictor.load("auth-healthy")).status.state).toBe("ready");
    expect(clock.pending()).toBe(0);
    await dispose();
    expect(clock.pending()).toBe(0);
  });
});

it("a top-level await that settles is waited for", async () => {
  const { pictor, clock, dispose } = await createPictorWith(["waits-on-import"]);
  expect((await pictor.load("auth-waits-on-import")).status.state).toBe("ready");
  expect(clock.pending()).toBe(0);
  await dispose();
});

it.each(["hangs-on-import", "hangs-on-apply"])(
  "disposing while a plugin hangs %s: it ends with the plugin's limit",
  async (name) => {
    const { pictor, clock, dispose } = await createPictorWith([name]);
    const loading = pictor.load(`auth-${name}`).catch((error: unknown) => error);
    await clock.advance(0);
    await dispose();
    expect(await loading).toMatchObject({ code: expect.stringMatching(/TIMEOUT|DISPOSED|DISABLED/) });
    expect(clock.pending()).toBe(0);
  },
);
