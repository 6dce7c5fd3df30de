// What an update leaves of the server that it tried.

import { describe, expect, it } from "vitest";
import { createServerControl } from "./server-control.js";
import { stateOf } from "./lifecycle.js";
import { useServers } from "../testing/test-servers.js";

const { fixture, contextOf, open, record, ask, reaches } = useServers();

describe("a version that ends while it is tried", () => {
  it("leaves an instance that is stopped, here and for others", async () => {
    const { supervisor, context } = open();
    const control = createServerControl(context, supervisor);
    await fixture().behave({ diesAtStart: 1 });
    await expect(control.tryStart({ isNew: true })).rejects.toMatchObject({
      code: "MANAGED_SERVER_FAILED",
      message: expect.stringContaining("No module named 'torch'"),
    });
    expect([await record(), await stateOf(context, supervisor)]).toEqual([undefined, { state: "stopped" }]);
    const other = open({}, contextOf());
    expect(await stateOf(other.context, other.supervisor)).toEqual({ state: "stopped" });
  });

  it("is followed by the old one, on the terms of before", async () => {
    const { supervisor, context } = open();
    const control = createServerControl(context, supervisor);
    await supervisor.start({ keep: true });
    await control.stop();
    await fixture().behave({ diesAtStart: 1 });
    await expect(control.tryStart({ isNew: true })).rejects.toThrow("exit code 1");
    await fixture().behave({});
    await control.tryStart();
    expect(await record()).toMatchObject({ phase: "running", keep: true });
  });
});

it("a crash of the version that came back is kept", async () => {
  const { supervisor, context } = open();
  await fixture().behave({ diesAtStart: 1 });
  await expect(createServerControl(context, supervisor).tryStart()).rejects.toThrow("exit code 1");
  expect(await stateOf(context, supervisor)).toMatchObject({ state: "crashed", exitCode: 1 });
});

it("a crash of before stays where nothing could be tried", async () => {
  const { supervisor, context } = open();
  await supervisor.start();
  await ask("/die?code=4");
  await reaches(supervisor, "crashed");
  const layout = { ...context.instance.layout, python: "/no/such/python" };
  const other = open({}, contextOf({}, { layout }));
  await expect(
    createServerControl(other.context, other.supervisor).tryStart({ isNew: true }),
  ).rejects.toMatchObject({ code: "MANAGED_SERVER_NOT_STARTED" });
  expect(await stateOf(other.context, other.supervisor)).toMatchObject({ state: "crashed", exitCode: 4 });
});
