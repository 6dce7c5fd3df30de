// Tests of the trial start of an update.

import { describe, expect, it } from "vitest";
import { createServerControl } from "./server-control.js";
import { stateOf } from "./lifecycle.js";
import { readLastEvent } from "../logs/last-event.js";
import { useServers } from "../testing/test-servers.js";

/** On Windows, PowerShell tells when a server was started, which no hermetic test may start. */
const asksPowerShell = process.platform === "win32";

const { fixture, contextOf, open, record, ask, reaches } = useServers();

describe.skipIf(asksPowerShell)("a version that fails its trial start", () => {
  it("leaves a stopped instance, also for other processes", async () => {
    const { supervisor, context } = open();
    const control = createServerControl(() => supervisor);
    await fixture().behave({ diesAtStart: 1 });
    await expect(control.tryStart({ isNew: true })).rejects.toMatchObject({
      code: "MANAGED_SERVER_FAILED",
      message: expect.stringContaining("No module named 'torch'"),
    });
    expect([await record(), await stateOf(context, supervisor)]).toEqual([undefined, { state: "stopped" }]);
    const other = open({}, contextOf());
    expect(await stateOf(other.context, other.supervisor)).toEqual({ state: "stopped" });
  });

  it("is followed by the old version with the same ownership", async () => {
    const { supervisor } = open();
    const control = createServerControl(() => supervisor);
    await supervisor.start({ keep: true });
    await control.stop();
    await fixture().behave({ diesAtStart: 1 });
    await expect(control.tryStart({ isNew: true })).rejects.toThrow("exit code 1");
    await fixture().behave({});
    await control.tryStart();
    expect(await record()).toMatchObject({ phase: "running", keep: true });
  });
});

it.skipIf(asksPowerShell)("a crash of the restored version is recorded", async () => {
  const { supervisor, context } = open();
  await fixture().behave({ diesAtStart: 1 });
  await expect(createServerControl(() => supervisor).tryStart()).rejects.toThrow("exit code 1");
  expect(await stateOf(context, supervisor)).toMatchObject({ state: "crashed", exitCode: 1 });
  // No job was lost, because the server had none yet.
  expect((await readLastEvent(context.instance))?.text).toBe("crashed while it was starting (exit code 1)");
});

it.skipIf(asksPowerShell)("an earlier crash stays recorded if the trial could not begin", async () => {
  const { supervisor, context } = open();
  await supervisor.start();
  await ask("/die?code=4");
  await reaches(supervisor, "crashed");
  const layout = { ...context.instance.layout, python: "/no/such/python" };
  const other = open({}, contextOf({}, { layout }));
  await expect(createServerControl(() => other.supervisor).tryStart({ isNew: true })).rejects.toMatchObject({
    code: "MANAGED_SERVER_NOT_STARTED",
  });
  expect(await stateOf(other.context, other.supervisor)).toMatchObject({ state: "crashed", exitCode: 4 });
});
