// Tests of the backend while its server is started, crashes, restarts and stops.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend, BackendEvent, OutputFile } from "@pictor/kernel/plugin";
import { openManaged } from "./open-instance.js";
import { identifyProcess } from "../server/process/process-identity.js";
import { readRecord, writeRecord } from "../server/record/run-record.js";
import { patience, realClock } from "@pictor/host/testing";
import { until } from "../testing/local-machine.js";
import { openServices } from "../testing/plugin-services.js";
import { createServerFixture, type ServerFixture } from "../testing/server-fixture.js";

const services = await openServices();
afterAll(() => services.dispose());

let fixture: ServerFixture;
let backend: Backend;
let closing: AbortController;
const comfy = (...parts: readonly string[]) => join(fixture.folder, "Comfy UI", ...parts);
const open = (launch: Readonly<Record<string, unknown>> = {}): Backend => {
  closing = new AbortController();
  const { launch: defaults } = fixture.instance().settings;
  const settings = {
    comfyDirectory: comfy(),
    directory: join(fixture.folder, "root"),
    python: process.execPath,
    launch: { ...defaults, ...launch },
  };
  const log = (message: string): void => void fixture.log.push(message);
  const logger = { debug: log, info: log, warn: log, error: log };
  return openManaged(
    settings,
    { name: "studio", signal: closing.signal },
    { ...services, clock: realClock, logger },
  );
};
beforeEach(async () => {
  fixture = await createServerFixture(services);
  backend = open();
});
afterEach(async () => {
  await backend.close();
  await fixture.remove();
});

const events: BackendEvent[] = [];
const listen = async (): Promise<() => void> => {
  events.length = 0;
  return backend.events((event) => void events.push(event));
};
const connections = () => events.flatMap((event) => (event.type === "connection" ? [event.state] : []));
const stateOf = async () => (await backend.facets.lifecycle?.state())?.state;
const ask = (path: string) => fetch(`${fixture.url}${path}`).catch(() => undefined);
const bytes = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
async function* bodyOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
const output = (filename: string, subfolder = ""): OutputFile => ({
  node: "9",
  filename,
  subfolder,
  area: "output",
  mime: "image/png",
  address: "http://there/view",
});

describe("while the server is stopped", () => {
  it("opening, info, prompts and states start no server", async () => {
    expect(await backend.info()).toEqual({
      name: "studio",
      kind: "managed",
      title: "Managed ComfyUI (stopped)",
      version: "",
      facets: ["localFiles", "localOutput", "direct", "extensions", "lifecycle"],
    });
    expect(await backend.prompts()).toEqual([]);
    expect(await backend.state("p")).toEqual({ state: "unknown" });
    expect(await backend.fetchSubmission("p")).toBe(undefined);
    expect(await backend.cancel("p")).toBe("gone");
    expect(await stateOf()).toBe("stopped");
  });

  it("a catalog starts the server, once for concurrent calls", async () => {
    const [one, two] = await Promise.all([backend.catalog(), backend.catalog()]);
    expect([one.get("Pack")?.module, two.size]).toEqual(["custom_nodes.some_pack", 1]);
    expect(await backend.info()).toMatchObject({
      title: `Managed ComfyUI at ${fixture.url}`,
      version: "0.9.9",
    });
    expect(await backend.facets.lifecycle?.state()).toMatchObject({
      state: "running",
      owner: "this",
      url: fixture.url,
    });
    const printed = `studio: To see the GUI go to: ${fixture.url}`;
    await expect.poll(() => fixture.log, { timeout: 30_000 }).toContain(printed);
  });

  it("a file is written to the input folder, and an output is read from its folder", async () => {
    await mkdir(comfy("output", "sub"), { recursive: true });
    await writeFile(comfy("output", "sub", "a.png"), "image");
    const file = { name: "sub/cat.png", mime: "image/png", open: () => bodyOf("cat") };
    expect(await backend.upload(file)).toBe("sub/cat.png");
    expect(await fixture.read("input/sub/cat.png")).toBe("cat");
    expect(await bytes(backend.fetchOutput(output("a.png", "sub")))).toBe("image");
    await expect(bytes(backend.fetchOutput(output("gone.png")))).rejects.toMatchObject({
      code: "BACKEND_FILE_GONE",
    });
    expect(await stateOf()).toBe("stopped");
  });
});

describe("a crash", () => {
  it("rejects calls about prompts, and the next job starts the server again", async () => {
    await listen();
    await ask("/die?code=4");
    await until(() => connections().includes("lost"));
    const crash = { code: "BACKEND_CRASHED", message: expect.stringMatching(/exit code 4.*it was told to/) };
    await expect(backend.state("p")).rejects.toMatchObject(crash);
    await expect(backend.prompts()).rejects.toMatchObject(crash);
    await expect(backend.submit({ promptId: "p", graph: {} })).rejects.toMatchObject(crash);
    expect(await backend.facets.lifecycle?.state()).toMatchObject({ state: "crashed", exitCode: 4 });
    expect((await backend.catalog()).size).toBe(1);
    expect(await stateOf()).toBe("running");
    await until(() => connections().at(-1) === "open");
  });

  it("is not reported as an outage, however early a call is made", async () => {
    await listen();
    const dying = ask("/die?code=4");
    const told = async (): Promise<unknown> => backend.state("p").catch((error: unknown) => error);
    await until(async () => (await told()) instanceof Error);
    expect(await told()).toMatchObject({ code: "BACKEND_CRASHED" });
    await dying;
  });
});

describe("a crash before this process opened the instance", () => {
  const crashed = async (): Promise<Backend> => {
    await listen();
    await ask("/die?code=4");
    await until(() => connections().includes("lost"));
    const later = open();
    // The exit code is known once the process that watched the server has recorded it.
    await vi.waitFor(async () => {
      expect(await later.facets.lifecycle?.state()).toMatchObject({ state: "crashed", exitCode: 4 });
    }, patience);
    return later;
  };

  it("is a state, and otherwise like a stop, because this process lost no prompts", async () => {
    const later = await crashed();
    expect((await later.info()).title).toBe("Managed ComfyUI (crashed)");
    expect(await later.prompts()).toEqual([]);
    expect(await later.state("p")).toEqual({ state: "unknown" });
    expect(await later.fetchSubmission("p")).toBe(undefined);
    expect(await later.cancel("p")).toBe("gone");
    expect(await later.facets.lifecycle?.state()).toMatchObject({ state: "crashed", exitCode: 4 });
    await expect(backend.prompts()).rejects.toMatchObject({ code: "BACKEND_CRASHED" });
    await later.close();
  });

  it("is forgotten after a stop", async () => {
    const later = await crashed();
    await later.prompts();
    await later.facets.lifecycle?.stop?.();
    expect(await later.facets.lifecycle?.state()).toEqual({ state: "stopped" });
    expect((await later.info()).title).toBe("Managed ComfyUI (stopped)");
    await later.close();
    const last = open();
    expect(await last.facets.lifecycle?.state()).toEqual({ state: "stopped" });
    await last.close();
  });
});

describe("a server whose host was killed", () => {
  const file = (): string => join(fixture.folder, "root", "run.json");
  const orphan = async (): Promise<Backend> => {
    await backend.catalog();
    const owner = { pid: 2 ** 22, start: "/long ago" };
    await writeRecord(file(), { ...(await readRecord(file()))!, owner });
    return open();
  };
  afterEach(() => backend.facets.lifecycle?.stop?.());
  const isRunning = async () => (await ask("/system_stats"))?.ok === true;

  it("is not changed by a process that looks at it, and outlives that process", async () => {
    const looker = await orphan();
    const before = await readRecord(file());
    expect(await looker.facets.lifecycle?.state()).toMatchObject({ state: "running", owner: "nobody" });
    expect((await looker.info()).version).toBe("0.9.9");
    await looker.prompts();
    await looker.state("p");
    await looker.catalog();
    (await looker.events(() => undefined))();
    expect(await looker.facets.lifecycle?.state()).toMatchObject({ state: "running", owner: "nobody" });
    await looker.close();
    expect([await isRunning(), await readRecord(file())]).toEqual([true, before]);
  });

  it("is taken over by a process that submits a prompt, and ends with it", async () => {
    const worker = await orphan();
    await worker.prompts();
    await worker.submit({ promptId: "p", graph: {} }).catch(() => undefined);
    expect(await worker.facets.lifecycle?.state()).toMatchObject({ state: "running", owner: "this" });
    await worker.close();
    expect([await isRunning(), await readRecord(file())]).toEqual([false, undefined]);
  });

  it("is not ended by a guest that only looked at it before the host was killed", async () => {
    await backend.catalog();
    const record = (await readRecord(file()))!;
    const other = await identifyProcess(process.ppid, fixture.instance());
    await writeRecord(file(), { ...record, owner: other! });
    const guest = open();
    await guest.prompts();
    const owner = { pid: 2 ** 22, start: "/long ago" };
    await writeRecord(file(), { ...(await readRecord(file()))!, owner });
    await guest.close();
    expect(await isRunning()).toBe(true);
  });
});

describe("a restart", () => {
  it("makes calls wait, and listeners are notified and continue", async () => {
    await listen();
    const restarting = backend.facets.lifecycle?.restart("a test");
    await until(() => connections().includes("lost"));
    expect(await backend.state("p")).toEqual({ state: "unknown" });
    await restarting;
    await until(() => connections().at(-1) === "open");
    expect(connections()).toEqual(["open", "lost", "open"].slice(connections()[0] === "open" ? 0 : 1));
    expect(events.filter(({ type }) => type === "status").length).toBeGreaterThan(0);
  });

  it("by ComfyUI-Manager makes calls wait too", async () => {
    await listen();
    await ask("/away");
    await until(async () => {
      void backend.state("p").catch(() => undefined);
      return (await stateOf()) === "starting";
    });
    const state = backend.state("p");
    await writeFile(comfy("back"), "");
    expect(await state).toEqual({ state: "unknown" });
    expect(await stateOf()).toBe("running");
  });

  it("sends no events to a listener that has unsubscribed", async () => {
    (await listen())();
    events.length = 0;
    await backend.facets.lifecycle?.restart("a test");
    expect(events).toEqual([]);
  });
});

it("a restart and a crash are told by the state, also to a later process, until a stop", async () => {
  const told = async () => {
    const later = open();
    const found = await later.facets.lifecycle?.state();
    await later.close();
    return found?.lastEvent?.text;
  };
  await listen();
  expect(await told()).toBe(undefined);
  await backend.facets.lifecycle?.restart("a test");
  expect(await told()).toBe("restarted: a test");
  await until(() => connections().at(-1) === "open");
  await ask("/die?code=4");
  await until(async () => (await stateOf()) === "crashed");
  expect(await told()).toBe("crashed (exit code 4); its jobs are lost");
  await backend.facets.lifecycle?.stop?.();
  expect(await told()).toBe(undefined);
});

describe("a stop", () => {
  it("forgets a crash, also in the process that observed it", async () => {
    await listen();
    await ask("/die?code=4");
    await until(() => connections().includes("lost"));
    await backend.facets.lifecycle?.stop?.();
    expect(await stateOf()).toBe("stopped");
    expect(await backend.prompts()).toEqual([]);
  });

  it("makes prompts unknown, and the next call starts the server", async () => {
    await listen();
    await backend.facets.lifecycle?.stop?.();
    expect([await backend.state("p"), await stateOf()]).toEqual([{ state: "unknown" }, "stopped"]);
    await backend.catalog();
    expect(await stateOf()).toBe("running");
  });

  it("follows the end of the host, also if only its signal is aborted", async () => {
    await backend.catalog();
    closing.abort();
    await until(async () => (await ask("/system_stats")) === undefined);
    await backend.close();
    expect(await stateOf()).toBe("stopped");
  });
});
