// The stand-in for ComfyUI has the faults whose absence no test of a managed backend would notice.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeComfyRepository, setFaults } from "../../stand-in/comfyui.test.support.js";
import { cleanEnvironment, git, missingPrograms } from "../../stand-in/git.test.support.js";
import { eventually, killAllNaming, processesNaming } from "../../stand-in/processes.test.support.js";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "pictor-stand-in-")));
const comfy = join(scratch, "clone");

beforeAll(() => {
  if (missingPrograms !== undefined) return;
  git(scratch, "clone", "--quiet", makeComfyRepository(scratch).url, comfy);
});
afterEach(() => {
  killAllNaming(scratch);
  if (existsSync(comfy)) setFaults(comfy, []);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Started {
  readonly pid: number;
  readonly log: () => string;
  readonly ended: Promise<string>;
  /** The address, once it is known. */
  ready(): Promise<string>;
}
function start(given: readonly string[] = []): Started {
  const child = spawn("python3", [join(comfy, "main.py"), "--port", "0", ...given], {
    env: cleanEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => (log += data.toString()));
  let isOver = false;
  const ended = once(child, "close").then(([code, signal]) => {
    isOver = true;
    return String(code ?? signal);
  });
  const ready = eventually(() => /To see the GUI go to: (\S+)/.exec(log)?.[1] ?? (isOver ? "" : undefined));
  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    ready: () => ready.then((url) => url || expect.fail(log)),
  };
}

describe.skipIf(missingPrograms)(`the stand-in (${missingPrograms ?? "git and python3 are there"})`, () => {
  // How long the port stays taken is the system's: on a busy machine the next server can start after that.
  const race = { timeout: 30_000, retry: 5 };
  it.runIf(process.platform === "linux")("has a leader that ends before its threads", race, async () => {
    setFaults(comfy, [{ kind: "leader-ends-first" }]);
    const server = start();
    const { port } = new URL(await server.ready());
    process.kill(server.pid, "SIGINT");
    const stateOf = () => /^State:\s*(\w)/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1];
    await eventually(() => (stateOf() === "Z" ? true : undefined));
    const next = start(["--port", port]);
    // A next server that could start ends this attempt at once, and not after its time.
    expect(
      await next.ready().then(
        () => "started",
        () => next.ended,
      ),
    ).toBe("1");
    await server.ended;
    setFaults(comfy, []);
    await start(["--port", port]).ready();
  });

  it("ignores SIGINT", async () => {
    setFaults(comfy, [{ kind: "ignore-sigint" }]);
    const server = start();
    await server.ready();
    process.kill(server.pid, "SIGINT");
    expect((await fetch(`${await server.ready()}/prompt`)).status).toBe(200);
    process.kill(server.pid, "SIGTERM");
    expect(await server.ended).toBe("SIGTERM");
  });

  it("leaves a child that holds the port", async () => {
    setFaults(comfy, [{ kind: "hold-port", ownSession: true }]);
    const server = start();
    const url = await server.ready();
    process.kill(server.pid, "SIGKILL");
    expect(await server.ended).toBe("SIGKILL");
    const [child] = processesNaming(comfy);
    expect(child?.command).toContain("setInterval");
    setFaults(comfy, []);
    expect(await start(["--port", new URL(url).port]).ended).toBe("1");
  });
});
