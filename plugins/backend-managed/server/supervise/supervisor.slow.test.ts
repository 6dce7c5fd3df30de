// Tests of starts and crashes with real server processes.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createServerContext } from "../record/server-context.js";
import { until } from "../../testing/local-machine.js";
import { createServerFixture } from "../../testing/server-fixture.js";
import { pidExists } from "@pictor/process-table";
import { installation, useServers } from "../../testing/test-servers.js";
import { createSupervisor, type Supervisor } from "./supervisor.js";

const { services, fixture, open, ask, record, pidOf, reaches } = useServers();

describe("a start", () => {
  it("settles when the server answers, and is recorded for other processes", async () => {
    const { supervisor, phases } = open();
    await supervisor.start();
    expect([...new Set(phases)]).toEqual(["starting", "running"]);
    expect(await record()).toMatchObject({ phase: "running", url: fixture().url, keep: false });
    expect(await (await fetch(`${fixture().url}/system_stats`)).json()).toMatchObject({ system: {} });
  });

  it.each(["stop", "close"] as const)(
    "is given up by a %s also while the installation is looked at",
    async (end) => {
      let isAsked = false;
      let goOn = (): void => undefined;
      const looked = new Promise<void>((resolve) => (goOn = resolve));
      const ready = async () => {
        isAsked = true;
        await looked;
        return installation.ready();
      };
      const instance = fixture().instance();
      const { supervisor } = open({}, createServerContext(instance, undefined, { ...installation, ready }));
      const starting = expect(supervisor.start()).rejects.toMatchObject({ code: "MANAGED_SERVER_STOPPED" });
      await until(() => isAsked);
      const ending = supervisor[end]();
      goOn();
      await Promise.all([starting, ending]);
      expect([supervisor.phase().at, await record()]).toEqual(["down", undefined]);
    },
  );

  it("continues if the recovery of an update stops the server", async () => {
    const opened: { supervisor?: Supervisor } = {};
    const ready = async () => {
      await opened.supervisor?.stop({ isPartOfStart: true });
      return installation.ready();
    };
    const { supervisor } = open(
      {},
      createServerContext(fixture().instance(), undefined, { ...installation, ready }),
    );
    opened.supervisor = supervisor;
    await supervisor.start();
    expect(supervisor.phase().at).toBe("running");
  });

  it("reads the flags of the version once, and passes only known ones", async () => {
    await rm(join(fixture().folder, "root", "flags.json"), { force: true });
    const { supervisor } = open();
    await supervisor.start();
    await supervisor.restart();
    expect(await fixture().read("helped.txt")).toBe("x");
    expect(supervisor.argv()).toEqual([
      ...["--port", String(fixture().port), "--disable-auto-launch", "--preview-method", "auto"],
    ]);
    expect(fixture().log.join("\n")).toContain("--enable-manager was omitted");
  });

  it("of a server without a ready line is recognized by its arguments", async () => {
    const { supervisor } = open({ arguments: "--dont-print-server" });
    await supervisor.start();
    expect(supervisor.phase().at).toBe("running");
  });

  it("is shared by concurrent calls", async () => {
    const { supervisor } = open();
    await Promise.all([supervisor.start(), supervisor.start()]);
    const pid = await pidOf();
    await supervisor.start();
    expect(await pidOf()).toBe(pid);
  });

  it("that fails rejects at once with exit code and last lines; the next one may succeed", async () => {
    await fixture().behave({ diesAtStart: 3 });
    const { supervisor } = open();
    await expect(supervisor.start()).rejects.toMatchObject({
      code: "MANAGED_SERVER_FAILED",
      message: expect.stringMatching(/exit code 3[^]*No module named 'torch'[^]*"torch" is missing/),
      details: { exitCode: 3 },
    });
    expect(supervisor.phase()).toMatchObject({ at: "crashed", crash: { exitCode: 3 } });
    await fixture().behave({});
    await supervisor.start();
    expect(supervisor.phase().at).toBe("running");
  });

  it("with a refused argument names it", async () => {
    const { supervisor } = open({ arguments: "--nonsense" });
    await expect(supervisor.start()).rejects.toThrow(
      /unrecognized arguments: --nonsense[^]*launch\.arguments/,
    );
  });

  it("that is aborted leaves no process", async () => {
    await fixture().behave({ hangsAtStart: true });
    const { supervisor } = open();
    const giving = new AbortController();
    const starting = supervisor.start({ signal: giving.signal });
    await until(async () => (await pidOf()) !== 0);
    const pid = await pidOf();
    giving.abort(new Error("enough"));
    await expect(starting).rejects.toThrow("enough");
    expect([pidExists(pid), await record()]).toEqual([false, undefined]);
  });

  it("with a port of another ComfyUI rejects, or uses the next port", async () => {
    const other = await createServerFixture(services());
    const first = createSupervisor(
      createServerContext(other.instance({ port: fixture().port }), undefined, installation),
    );
    try {
      await first.start();
      await expect(open().supervisor.start()).rejects.toThrow(
        /Port \d+ on 127\.0\.0\.1[^]*a ComfyUI 0\.9\.9 that was not started for this instance/,
      );
      const { supervisor } = open({ portInUse: "next" });
      await supervisor.start();
      const port = Number(supervisor.argv()?.at(-1));
      expect(port).toBeGreaterThan(fixture().port);
      expect((await record())?.url).toBe(`http://127.0.0.1:${port}`);
    } finally {
      await first.close();
      await other.remove();
    }
  });
});

describe("a crash", () => {
  it("is noticed at once, with its exit code and last lines", async () => {
    const { supervisor } = open();
    await supervisor.start();
    await ask("/die?code=7");
    await reaches(supervisor, "crashed");
    expect(supervisor.phase()).toMatchObject({
      crash: { exitCode: 7, lastLines: expect.arrayContaining(["Fatal: it was told to"]) },
    });
    expect(await record()).toMatchObject({ phase: "crashed", ending: { exitCode: 7 } });
  });

  it("is followed by another start as often as the settings say", async () => {
    const { supervisor } = open({ restarts: 1 });
    await supervisor.start();
    const pid = await pidOf();
    await ask("/die");
    await reaches(supervisor, "crashed");
    await reaches(supervisor, "running");
    expect(await pidOf()).not.toBe(pid);
    await ask("/die");
    await reaches(supervisor, "crashed");
    expect(fixture().log.filter((line) => line.includes("is restarted in"))).toHaveLength(1);
  });

  it("ends the child processes of the server", async () => {
    await fixture().behave({ hasHelper: true });
    const { supervisor } = open();
    await supervisor.start();
    const helper = Number(await fixture().read("helper.pid"));
    await ask("/die");
    await until(() => !pidExists(helper));
  });
});
