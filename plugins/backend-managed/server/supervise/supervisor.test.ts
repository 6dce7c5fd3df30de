// A server's life, with real processes: how it starts, and how it crashes.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createServerContext } from "../record/server-context.js";
import { until } from "../../testing/local-machine.js";
import { createServerFixture } from "../../testing/server-fixture.js";
import { pidExists } from "../process/process-identity.js";
import { installation, useServers } from "../../testing/test-servers.js";
import { createSupervisor, type Supervisor } from "./supervisor.js";

const { services, fixture, contextOf, open, ask, record, pidOf, reaches } = useServers();

describe("a start", () => {
  it("ends when the server answers, and is written down for other processes", async () => {
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

  it("goes on when it is the installation that stops what is left of an update", async () => {
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

  it("asks the version for its arguments once, and gives only those it knows", async () => {
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

  it("of a server that prints no address is ready by its arguments", async () => {
    const { supervisor } = open({ arguments: "--dont-print-server" });
    await supervisor.start();
    expect(supervisor.phase().at).toBe("running");
  });

  it("that is asked for twice at once is one", async () => {
    const { supervisor } = open();
    await Promise.all([supervisor.start(), supervisor.start()]);
    const pid = await pidOf();
    await supervisor.start();
    expect(await pidOf()).toBe(pid);
  });

  it("that dies is told at once, with its exit code and last lines; the next one can go well", async () => {
    await fixture().behave({ diesAtStart: 3 });
    const { supervisor } = open();
    await expect(supervisor.start()).rejects.toMatchObject({
      code: "MANAGED_SERVER_FAILED",
      message: expect.stringMatching(/exit code 3[^]*No module named 'torch'[^]*\(torch\)/),
      details: { exitCode: 3 },
    });
    expect(supervisor.phase()).toMatchObject({ at: "crashed", crash: { exitCode: 3 } });
    await fixture().behave({});
    await supervisor.start();
    expect(supervisor.phase().at).toBe("running");
  });

  it("with an argument that is refused names it", async () => {
    const { supervisor } = open({ arguments: "--nonsense" });
    await expect(supervisor.start()).rejects.toThrow(
      /unrecognized arguments: --nonsense[^]*launch\.arguments/,
    );
  });

  it("that hangs is stopped and told", async () => {
    await fixture().behave({ hangsAtStart: true, ignoresSigint: false });
    const { supervisor } = open({ startTimeoutMs: 1_000 });
    const starting = supervisor.start();
    await until(async () => (await pidOf()) !== 0);
    const pid = await pidOf();
    await expect(starting).rejects.toMatchObject({ code: "MANAGED_SERVER_SILENT" });
    expect([pidExists(pid), await record(), supervisor.phase().at]).toEqual([false, undefined, "down"]);
  });

  it("that is given up leaves nothing", async () => {
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

  it("with a Python that is not there says so", async () => {
    const instance = fixture().instance();
    const context = contextOf(
      {},
      { layout: { ...instance.layout, python: join(fixture().folder, "no-python") } },
    );
    const { supervisor } = open({}, context);
    await expect(supervisor.start()).rejects.toMatchObject({ code: "MANAGED_SERVER_NOT_STARTED" });
    expect(supervisor.phase().at).toBe("down");
  });

  it("with a port that another ComfyUI has says so, or takes the next", async () => {
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

  it("with port 0 takes a free one", async () => {
    const { supervisor } = open({ port: 0 });
    await supervisor.start();
    expect(Number(supervisor.argv()?.at(-1))).toBeGreaterThan(0);
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

  it("by a signal is told with its name", async () => {
    const { supervisor } = open();
    await supervisor.start();
    process.kill(await pidOf(), "SIGKILL");
    await reaches(supervisor, "crashed");
    expect(supervisor.phase()).toMatchObject({ crash: { signal: "SIGKILL" } });
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

  it("takes down what the server had started", async () => {
    await fixture().behave({ hasHelper: true });
    const { supervisor } = open();
    await supervisor.start();
    const helper = Number(await fixture().read("helper.pid"));
    await ask("/die");
    await until(() => !pidExists(helper));
  });
});
