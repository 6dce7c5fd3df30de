// Settings of backend instances: several kinds in one entry, relative paths, and writing an entry into a file.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadConfiguration, type Plugin, type Settings, type LogLine } from "@pictor/kernel";
import { createPictor, type Pictor } from "@pictor/host";
import { createTestFolder, manifestOf, partialBackend, patience } from "@pictor/host/testing";
import type { BackendSettings } from "@pictor/kernel";

let folder: string;
let open: Pictor[];
beforeEach(() => {
  folder = createTestFolder();
  open = [];
});
afterEach(async () => {
  for (const pictor of open) await pictor.dispose();
});

const text = (more: object = {}) => ({ type: "string", ...more });
const group = (properties: object) => ({ type: "object", properties });
const schemas = {
  far: { ...group({ baseUrl: text(), key: text({ "x-secret": true }) }), required: ["baseUrl"] },
  near: group({
    directory: text({ format: "path" }),
    launch: group({ port: { type: "integer", minimum: 1 }, models: text({ format: "path" }) }),
    folders: { type: "array", items: text({ format: "path" }) },
    program: text({ format: "command" }),
  }),
};

/** Creates a kernel with two kinds, which record the settings that they are opened with. */
async function start(sources: Parameters<typeof loadConfiguration>[0] = {}) {
  const log: LogLine[] = [];
  const opened: Settings[] = [];
  const closed: Settings[] = [];
  /** What the close of a backend waits for. */
  const closing = { until: Promise.resolve() };
  const kindOf = (id: keyof typeof schemas) => ({
    kind: "inline" as const,
    manifest: manifestOf(`backend-${id}`, "backend", {
      contributes: { backends: [{ id, title: id, settings: schemas[id] }] },
    }),
    plugin: (() => ({
      provides: {
        backends: {
          [id]: {
            open(settings: Settings) {
              opened.push(settings);
              return Promise.resolve(
                partialBackend({
                  close() {
                    closed.push(settings);
                    return closing.until;
                  },
                }),
              );
            },
          },
        },
      },
    })) as unknown as Plugin,
  });
  const pictor = await createPictor({
    builtins: "none",
    plugins: [kindOf("far"), kindOf("near")],
    configuration: await loadConfiguration({ directory: folder, ...sources }),
    log: (line) => log.push(line),
  });
  open.push(pictor);
  expect(pictor.problems()).toEqual([]);
  return { pictor, log, opened, closed, closing };
}
const file = (name = "pictor.json") => join(folder, name);
const write = (content: unknown, name?: string): void => {
  writeFileSync(file(name), JSON.stringify(content));
};
const read = (name?: string): unknown => JSON.parse(readFileSync(file(name), "utf8"));

describe("one entry with the settings of several kinds", () => {
  const studio = { baseUrl: "http://far", directory: "comfy", launch: { port: 9000 } };

  it.each([
    ["far", { baseUrl: "http://far" }, "directory, launch"],
    ["near", { directory: "comfy", launch: { port: 9000 } }, "baseUrl"],
  ])(
    "opens as the kind %s with its own settings only, and logs the ignored ones",
    async (kind, own, left) => {
      write({ backends: { studio: { kind, ...studio } } });
      const { pictor, opened, log } = await start();
      await pictor.openBackend("studio");
      const expected = "directory" in own ? { ...own, directory: join(folder, "comfy") } : own;
      expect(opened).toEqual([expected]);
      expect(log.map(({ level, message }) => [level, message])).toEqual([
        ["info", `backends/studio: ignored settings that the kind ${kind} does not have: ${left}`],
      ]);
    },
  );

  it("is refused if no kind has the setting", async () => {
    write({ backends: { studio: { kind: "near", baseUrl: "http://far", directroy: "comfy" } } });
    const { pictor, opened } = await start();
    await expect(pictor.openBackend("studio")).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      message: expect.stringMatching(/directroy.*directory/s) as string,
    });
    expect(opened).toEqual([]);
  });
});

it("tells a host without any backend what is missing", async () => {
  const { pictor } = await start();
  await expect(pictor.openBackend()).rejects.toMatchObject({
    code: "BACKEND_NONE",
    message: expect.stringMatching(/^No backend is configured, .*`defaultBackends`/) as string,
  });
});

it("relative paths of an instance are resolved against the folder of its file, in groups and lists too", async () => {
  mkdirSync(file("user"));
  const launch = { models: "m", port: 1 };
  write({ backends: { mine: { kind: "near", directory: "d", launch } } }, "user/config.json");
  write({ backends: { ours: { kind: "near", directory: "d", folders: ["a", "/b", ""] } } });
  const { pictor, opened } = await start({ userFile: file("user/config.json") });
  await pictor.openBackend("mine");
  await pictor.openBackend("ours");
  expect(opened).toEqual([
    { directory: file("user/d"), launch: { models: file("user/m"), port: 1 } },
    { directory: file("d"), folders: [file("a"), resolve(file("."), "/b"), ""] },
  ]);
});

describe("the program of an instance", () => {
  it.each([
    ["./tools/python", "tools/python"],
    ["tools/python", "tools/python"],
    ["../python", "../python"],
  ])("%s is resolved against the folder of its file", async (program, expected) => {
    write({ backends: { mine: { kind: "near", program } } });
    const { pictor, opened } = await start();
    await pictor.openBackend("mine");
    expect(opened).toEqual([{ program: file(expected) }]);
  });

  it.each(["python3.12", resolve("/usr/bin/python3"), ""])("%j stays as it is", async (program) => {
    write({ backends: { mine: { kind: "near", program } } });
    const { pictor, opened } = await start();
    await pictor.openBackend("mine");
    expect(opened).toEqual([{ program }]);
  });
});

describe("saving an instance", () => {
  const near: BackendSettings = { kind: "near", directory: "comfy", launch: { port: 9000 } };

  it("creates the project file if there is no file, and keeps everything else in an existing one", async () => {
    const { pictor } = await start();
    expect(await pictor.saveBackend("studio", near)).toBe(file());
    expect(read()).toEqual({ backends: { studio: near } });
    write({
      backend: "other",
      backends: { other: { kind: "far", baseUrl: "x" } },
      outputs: { directory: "o" },
    });
    await pictor.saveBackend("studio", near);
    expect(read()).toEqual({
      backend: "other",
      backends: { other: { kind: "far", baseUrl: "x" }, studio: near },
      outputs: { directory: "o" },
    });
  });

  it("writes into the user file if there is no project file", async () => {
    const userFile = join(folder, "home", "config.json");
    const { pictor } = await start({ userFile });
    expect(await pictor.saveBackend("studio", near)).toBe(userFile);
    expect(existsSync(file())).toBe(false);
    const again = await start({ userFile });
    expect(again.pictor.backends()).toMatchObject([{ name: "studio", kind: "near" }]);
  });

  it("changes it in the file that contains it", async () => {
    mkdirSync(file("user"));
    write({ backends: { mine: near } }, "user/config.json");
    write({ backends: { ours: near } });
    const { pictor } = await start({ userFile: file("user/config.json") });
    const changed = { kind: "near", directory: "other" };
    expect(await pictor.saveBackend("mine", changed)).toBe(file("user/config.json"));
    expect(read("user/config.json")).toEqual({ backends: { mine: changed } });
    expect(read()).toEqual({ backends: { ours: near } });
  });

  it("removes it, and writes nothing if there is none", async () => {
    const { pictor } = await start();
    expect(await pictor.saveBackend("studio", undefined)).toBe(file());
    expect(existsSync(file())).toBe(false);
    await pictor.saveBackend("studio", near);
    await pictor.saveBackend("studio", undefined);
    expect(read()).toEqual({});
  });

  it("removes it as the default too, in the file and in this process", async () => {
    write({ backend: "studio", backends: { studio: near, other: near } });
    const { pictor } = await start();
    await pictor.saveBackend("studio", undefined);
    expect(read()).toEqual({ backends: { other: near } });
    await expect(pictor.openBackend()).resolves.toBeDefined();
  });

  it("keeps settings of other kinds, references and variables", async () => {
    const { pictor } = await start();
    const mixed = { kind: "far", directory: "comfy", key: { $env: "KEY" } };
    await pictor.saveBackend("studio", mixed);
    expect(read()).toEqual({ backends: { studio: mixed } });
  });

  it.each<[string, string, BackendSettings, object]>([
    ["a name that is none", "../a", near, { code: "BACKEND_NAME_INVALID" }],
    ["a name that reaches a prototype", "__proto__", near, { code: "BACKEND_NAME_INVALID" }],
    ["a kind that nobody has", "a", { kind: "neer" }, { code: "BACKEND_KIND_UNKNOWN" }],
    ["a setting that no kind has", "a", { kind: "near", folder: "x" }, { code: "SETTINGS_INVALID" }],
    ["a value that is wrong", "a", { kind: "near", launch: { port: 0 } }, { code: "SETTINGS_INVALID" }],
    ["a setting that is missing", "a", { kind: "far" }, { code: "SETTINGS_INVALID" }],
    [
      "a secret",
      "a",
      { kind: "far", baseUrl: "x", key: "hush" },
      { code: "CONFIG_SECRET_INLINE", message: expect.not.stringContaining("hush") as string },
    ],
  ])("refuses %s, and leaves the file unchanged", async (_what, name, settings, error) => {
    write({ backends: { ours: near } });
    const { pictor } = await start();
    await expect(pictor.saveBackend(name, settings)).rejects.toMatchObject(error);
    expect(read()).toEqual({ backends: { ours: near } });
  });

  it("refuses an invalid file, and leaves it unchanged", async () => {
    const { pictor } = await start();
    writeFileSync(file(), "{ broken");
    await expect(pictor.saveBackend("a", near)).rejects.toMatchObject({ code: "CONFIG_NOT_JSON" });
    expect(readFileSync(file(), "utf8")).toBe("{ broken");
  });

  it("loses none of several concurrent changes, and no profile", async () => {
    write({ profiles: { p: { type: "none", schemes: {} } } });
    const { pictor } = await start();
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => pictor.saveBackend(name, near)));
    expect(read()).toEqual({
      profiles: { p: { type: "none", schemes: {} } },
      backends: Object.fromEntries(names.map((name) => [name, near])),
    });
  });

  it("counts at once: an open instance is closed, and opened with the new settings", async () => {
    mkdirSync(file("user"));
    write({ backends: { mine: { kind: "near", directory: "d" } } }, "user/config.json");
    const { pictor, opened, closed } = await start({ userFile: file("user/config.json") });
    await pictor.openBackend("mine");
    await pictor.saveBackend("mine", { kind: "near", directory: "d" });
    expect(closed).toEqual([]);
    await pictor.saveBackend("mine", { kind: "near", directory: "e" });
    expect(closed).toEqual([{ directory: file("user/d") }]);
    const [one, other] = await Promise.all([pictor.openBackend("mine"), pictor.openBackend("mine")]);
    expect(one.backend).toBe(other.backend);
    expect(opened.slice(1)).toEqual([{ directory: file("user/e") }]);
    await pictor.saveBackend("new", { kind: "far", baseUrl: "x", auth: "work" });
    expect(pictor.backends()).toEqual([
      { name: "mine", kind: "near", origin: "configured" },
      { name: "new", kind: "far", auth: "work", origin: "configured" },
    ]);
    expect(pictor.backendSettings("new")).toEqual({ kind: "far", baseUrl: "x", auth: "work" });
    await pictor.saveBackend("mine", undefined);
    expect(closed).toHaveLength(2);
    await expect(pictor.openBackend("mine")).rejects.toMatchObject({ code: "BACKEND_UNKNOWN" });
    expect((await pictor.openBackend()).instance.name).toBe("new");
  });

  it("counts for a backend that is asked for while the one with earlier settings is closed", async () => {
    write({ backends: { mine: { kind: "near", directory: "d" } } });
    const { pictor, opened, closing } = await start();
    await pictor.openBackend("mine");
    let end = (): void => undefined;
    closing.until = new Promise((resolve) => (end = resolve));
    const saves = [pictor.saveBackend("mine", { kind: "near", directory: "e" })];
    await vi.waitFor(() => {
      expect(pictor.backendSettings("mine")).toMatchObject({ directory: "e" });
    }, patience);
    const opening = pictor.openBackend("mine");
    saves.push(pictor.saveBackend("mine", { kind: "near", directory: "f" }));
    await vi.waitFor(() => {
      expect(pictor.backendSettings("mine")).toMatchObject({ directory: "f" });
    }, patience);
    end();
    await Promise.all([...saves, opening]);
    expect(opened.slice(1)).toEqual([{ directory: file("f") }]);
  });

  it("uncovers the entry of a lower file when the upper one is removed", async () => {
    mkdirSync(file("user"));
    write({ backends: { mine: { kind: "near", directory: "d" } } }, "user/config.json");
    write({ backends: { mine: { kind: "far", baseUrl: "x" } } });
    const { pictor, opened } = await start({ userFile: file("user/config.json") });
    await pictor.openBackend("mine");
    await pictor.saveBackend("mine", undefined);
    await pictor.openBackend("mine");
    expect(opened).toEqual([{ baseUrl: "x" }, { directory: file("user/d") }]);
  });

  it("is refused after the kernel was disposed", async () => {
    const { pictor } = await start();
    await pictor.dispose();
    await expect(pictor.saveBackend("a", near)).rejects.toMatchObject({ code: "KERNEL_DISPOSED" });
  });
});
