// The life of a server with real processes: restarts, stops, several hosts, and hosts that are killed.

import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../../../plugins/backend-managed/testing/local-machine.js";
import { pidExists } from "@pictor/process-table";
import { writeRecord } from "../../../plugins/backend-managed/server/record/run-record.js";
import { useServers } from "../../../plugins/backend-managed/testing/test-servers.js";

const { fixture, contextOf, open, asOther, ask, record, pidOf, reaches } = useServers();

describe("a restart from inside", () => {
  it("in place is recognised when somebody cannot reach it", async () => {
    const { supervisor, phases } = open();
    await supervisor.start();
    const pid = await pidOf();
    await ask("/away");
    await supervisor.checkServer();
    expect(supervisor.phase().at).toBe("starting");
    await writeFile(join(fixture().folder, "Comfy UI", "back"), "");
    await reaches(supervisor, "running");
    expect([await pidOf(), phases.includes("crashed")]).toEqual([pid, false]);
  });

  it("is not suspected of a server that answers", async () => {
    const { supervisor, phases } = open();
    await supervisor.start();
    await supervisor.checkServer();
    expect(phases.at(-1)).toBe("running");
  });
});

it("a stop interrupts what runs first", async () => {
  await fixture().behave({ isBusy: true });
  const { supervisor } = open();
  await supervisor.start();
  await supervisor.stop();
  expect(await fixture().read("interrupted.txt")).toBe("x");
});

describe("two hosts", () => {
  it("a restart by the guest leaves it to its owner, who follows", async () => {
    const host = open();
    await host.supervisor.start();
    const pid = await pidOf();
    const guest = open({}, asOther(contextOf()));
    await guest.supervisor.joinRunning();
    await guest.supervisor.restart();
    await until(() => host.supervisor.phase().at === "running" && host.phases.includes("stopping"));
    expect(host.phases).not.toContain("crashed");
    expect(host.supervisor.phase()).toMatchObject({
      at: "running",
      endpoint: { owner: "this", pid: await pidOf() },
    });
    expect(await pidOf()).not.toBe(pid);
    await guest.supervisor.close();
    await host.supervisor.close();
    expect(await record()).toBe(undefined);
  });

  it("a stop by the guest is not a crash for the owner", async () => {
    const host = open();
    await host.supervisor.start();
    await open({}, asOther(contextOf())).supervisor.stop();
    await reaches(host.supervisor, "down");
    expect(host.phases).not.toContain("crashed");
  });

  it("a crash is known to the guest too, with the code that the owner saw", async () => {
    const host = open();
    await host.supervisor.start();
    const guest = open({}, asOther(contextOf()));
    await guest.supervisor.joinRunning();
    await ask("/die?code=5");
    await reaches(guest.supervisor, "crashed");
    expect((await record())?.ending).toEqual({ exitCode: 5 });
  });
});

describe("the end of a host", () => {
  it("ends what it is still starting", async () => {
    await fixture().behave({ hangsAtStart: true });
    const { supervisor } = open();
    const starting = supervisor.start();
    starting.catch(() => undefined);
    await until(async () => (await pidOf()) !== 0);
    const pid = await pidOf();
    await supervisor.close();
    await expect(starting).rejects.toMatchObject({ code: "MANAGED_SERVER_STOPPED" });
    expect([pidExists(pid), await record()]).toEqual([false, undefined]);
  });

  it("leaves what is to be kept, which the next one finds and leaves too", async () => {
    const first = open();
    await first.supervisor.start({ keep: true });
    await first.supervisor.close();
    const pid = await pidOf();
    expect(pidExists(pid)).toBe(true);
    const gone = { pid: 2 ** 22, start: "/long ago" };
    await writeRecord(join(fixture().folder, "root", "run.json"), { ...(await record())!, owner: gone });
    const next = open();
    await next.supervisor.joinRunning();
    expect(next.supervisor.phase()).toMatchObject({ at: "running", endpoint: { owner: "nobody", pid } });
    await next.supervisor.close();
    expect(pidExists(pid)).toBe(true);
  });

  it.skipIf(process.platform === "win32")(
    "that was killed before it could write down its server leaves an orphan that is found all the same",
    async () => {
      const first = open();
      await first.supervisor.start();
      const written = (await record())!;
      const { pid } = written.process;
      const gone = { pid: 2 ** 22, start: written.process.start };
      const [run, launching] = ["run.json", "launching.json"].map((file) =>
        join(fixture().folder, "root", file),
      ) as [string, string];
      await writeRecord(launching, { ...written, phase: "starting", process: gone, owner: gone });
      await rm(run);
      const next = open();
      await next.supervisor.start();
      expect(next.supervisor.phase()).toMatchObject({ at: "running", endpoint: { owner: "this", pid } });
      expect([(await record())?.process, existsSync(launching)]).toEqual([written.process, false]);
      await next.supervisor.close();
      await until(() => !pidExists(pid));
    },
  );

  it("keeps on what is wished for later", async () => {
    const first = open();
    await first.supervisor.start();
    await first.supervisor.start({ keep: true });
    await first.supervisor.close();
    expect(pidExists(await pidOf())).toBe(true);
  });
});
