// Routes for front ends and tools: log, folders, files, models, and empty replies.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listen } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
afterAll(() => server.close());

const get = async (route: string): Promise<readonly [number, unknown]> => {
  const reply = await fetch(server.url + route);
  const text = await reply.text();
  return [reply.status, text === "" ? "" : (JSON.parse(text) as unknown)];
};

describe("the log", () => {
  const subscribe = (enabled: boolean): Promise<Response> =>
    fetch(`${server.url}internal/logs/subscribe`, {
      method: "PATCH",
      body: JSON.stringify({ clientId: "reader", enabled }),
    });
  const refuse = (): Promise<Response> => fetch(`${server.url}prompt`, { method: "POST", body: "{}" });

  it("is sent to subscribers, with the terminal size in the first message only", async () => {
    const reader = await listen(server, "reader");
    expect((await subscribe(true)).status).toBe(200);
    await refuse();
    await refuse();
    await reader.until(({ type, data }) => type === "logs" && data["size"] === null);
    const received = reader.frames.filter(({ type }) => type === "logs").map(({ data }) => data);
    const line = {
      t: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/) as string,
      m: "got prompt\n",
    };
    expect(received).toEqual([
      { entries: [line], size: { cols: 80, rows: 24 } },
      { entries: [line], size: null },
    ]);
    await subscribe(false);
    await reader.close();
  });

  it("can be read as text and as entries", async () => {
    await refuse();
    expect(await get("internal/logs")).toEqual([200, expect.stringContaining(" - got prompt\n")]);
    const [, raw] = await get("internal/logs/raw");
    expect(raw).toMatchObject({ size: { cols: 80, rows: 24 } });
    expect((raw as { entries: object[] }).entries.at(-1)).toMatchObject({ m: "got prompt\n" });
  });
});

describe("folders and files", () => {
  it("have absolute paths", async () => {
    const [, folders] = await get("internal/folder_paths");
    expect(folders).toMatchObject({ checkpoints: [path.join(server.directory, "models", "checkpoints")] });
    expect((await get("api/internal/folder_paths"))[0]).toBe(404);
  });

  it("are listed newest first without hidden files", async () => {
    for (const name of ["old.png", ".hidden", "new.png"]) {
      await writeFile(path.join(server.outputDirectory, name), name);
    }
    const [, names] = await get("internal/files/output");
    expect(new Set(names as string[])).toEqual(new Set(["old.png", "new.png"]));
    expect(await get("internal/files/nope")).toEqual([400, { error: "Invalid directory type" }]);
  });
});

describe("models", () => {
  it("are listed by folder in both forms, but not under legacy folder names", async () => {
    expect(await get("models/checkpoints")).toEqual([
      200,
      expect.arrayContaining(["simulated-landscape.safetensors"]),
    ]);
    expect(await get("models/unet")).toEqual([404, ""]);
    const [, folders] = await get("experiment/models");
    expect((folders as { name: string }[]).map(({ name }) => name)).not.toContain("configs");
    expect(await get("experiment/models/checkpoints")).toMatchObject([
      200,
      expect.arrayContaining([
        { name: "simulated-landscape.safetensors", pathIndex: 0, modified: 0, created: 0, size: 0 },
      ]),
    ]);
    expect((await get("experiment/models/preview/checkpoints/0/x.safetensors"))[0]).toBe(404);
  });

  it("say in their metadata that they are simulated", async () => {
    const [, about] = await get("view_metadata/checkpoints?filename=simulated-landscape.safetensors");
    expect(about).toMatchObject({ "modelspec.description": expect.stringContaining("Simulated") as string });
    expect(await get("view_metadata/checkpoints?filename=nope.safetensors")).toEqual([404, ""]);
  });

  it("publish each class by name, and nothing for an unknown name", async () => {
    expect(await get("object_info/NoSuchClass")).toEqual([200, {}]);
    expect(await get("object_info/KSampler")).toMatchObject([200, { KSampler: { name: "KSampler" } }]);
  });
});

it.each([
  ["extensions", []],
  ["workflow_templates", {}],
  ["i18n", {}],
  ["node_replacements", {}],
  ["global_subgraphs", {}],
  ["global_subgraphs/none", null],
])("/%s is empty", async (route, empty) => {
  expect(await get(route)).toEqual([200, empty]);
});
