// The form of a graph, and a workflow that is saved from it: it is at once a workflow of the API and a model of the OpenAI API.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { GraphForm, Job, Workflow } from "@pictor/client";
import { patience } from "@pictor/host/testing";
import { userPluginFolder } from "@pictor/host/user-plugins";
import { connectMcp } from "../../test/mcp/mcp-server.test.support.js";
import { startTestServer } from "../testing/start-server.js";

const model = "simulated-landscape.safetensors";
const text = (words: string, title?: string) => ({
  class_type: "CLIPTextEncode",
  inputs: { text: words, clip: ["1", 1] },
  ...(title !== undefined && { _meta: { title } }),
});
const graph = {
  "1": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: model } },
  "2": { class_type: "EmptyLatentImage", inputs: { width: 64, height: 128, batch_size: 1 } },
  "3": {
    class_type: "KSampler",
    inputs: {
      model: ["1", 0],
      seed: 42,
      steps: 2,
      cfg: 5.5,
      sampler_name: "euler",
      scheduler: "normal",
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["2", 0],
      denoise: 1,
    },
  },
  "6": text("a red kite"),
  "7": text("fog"),
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["1", 2] } },
  "9": {
    class_type: "SaveImage",
    inputs: { images: ["8", 0], filename_prefix: "mine" },
    _meta: { title: "The end" },
  },
};

const test = await startTestServer({
  sources: [{ kind: "collection", path: userFolder() }],
  configuration: { backend: "embedded" },
});
afterAll(async () => {
  await test.close();
  vi.unstubAllEnvs();
});

function userFolder(): string {
  const folder = userPluginFolder(process.env);
  mkdirSync(folder, { recursive: true });
  return folder;
}
async function upload(content: object): Promise<object> {
  const headers = { "Content-Type": "application/json" };
  const reply = await test.call("POST", "/v1/uploads", { body: JSON.stringify(content), headers });
  return { $upload: reply.json()["id"] };
}
async function formOf(content: object): Promise<GraphForm> {
  const reply = await test.call("POST", "/v1/graph-forms", { body: { graph: await upload(content) } });
  return reply.json() as unknown as GraphForm;
}
const propertiesOf = ({ inputs }: GraphForm) => inputs["properties"] as Readonly<Record<string, object>>;

describe("the form of a graph", () => {
  it("has its inputs with their types and values, the usual ones first, and the rest by their nodes", async () => {
    const form = await formOf(graph);
    expect(form.values).toEqual({ prompt: "a red kite", negative: "fog", seed: "42" });
    expect(Object.keys(propertiesOf(form))).toEqual([
      ...["1.ckpt_name", "3.steps", "3.cfg", "3.sampler_name", "3.scheduler", "3.denoise"],
      ...["2.width", "2.height", "2.batch_size", "9.filename_prefix"],
    ]);
    expect(propertiesOf(form)).toMatchObject({
      "1.ckpt_name": {
        type: "string",
        title: "Model",
        default: model,
        "x-optionsFrom": { class: "CheckpointLoaderSimple", input: "ckpt_name" },
      },
      "3.steps": { type: "integer", title: "Steps", default: 2, minimum: 1 },
      "3.cfg": { type: "number", title: "CFG scale", default: 5.5 },
      "9.filename_prefix": { type: "string", default: "mine", "x-group": "The end", "x-advanced": true },
    });
    expect([form.missing, form.unknownClasses]).toEqual([[], []]);
  });

  it("says which models and classes the backend does not have", async () => {
    const loader = { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "mine.safetensors" } };
    const strange = { class_type: "AcmeBlur", inputs: { image: ["8", 0], amount: 3 } };
    const form = await formOf({ ...graph, "1": loader, "12": strange });
    expect(form.missing).toEqual([
      { path: "1.ckpt_name", title: "Load Checkpoint", value: "mine.safetensors" },
    ]);
    expect(form.unknownClasses).toEqual(["AcmeBlur"]);
    expect(propertiesOf(form)["12.amount"]).toMatchObject({ type: "integer", default: 3 });
  });
});

describe("a workflow that is saved from a graph", { timeout: 20_000 }, () => {
  const read = async () => (await test.call("GET", "/v1/workflows/my-kites")).json() as unknown as Workflow;

  it("is a workflow whose settings set the inputs", async () => {
    const draft = {
      title: "My kites",
      graph: await upload(graph),
      shown: ["9.filename_prefix"],
      params: { bindings: { "3.steps": 3 } },
    };
    const saved = await test.call("PUT", "/v1/workflows/my-kites", { body: draft });
    expect(saved.json()).toEqual({ id: "my-kites", plugin: "workflow-own-my-kites", isLoaded: true });
    const workflow = await read();
    expect(workflow).toMatchObject({ title: "My kites", isOwn: true, features: [] });
    expect(workflow.params).toMatchObject({
      "x-order": [
        ...["prompt", "negative", "model", "seed", "steps", "cfg", "sampler", "scheduler", "denoise"],
        ...["width", "height", "batchSize", "theEndFilenamePrefix"],
      ],
      properties: { prompt: { default: "a red kite" }, steps: { default: 3 } },
    });
    const params = { prompt: "a blue kite", seed: "18446744073709551615", width: 128 };
    const built = await test.call("POST", "/v1/jobs/graphs", { body: { workflow: "my-kites", params } });
    expect(built.bytes.toString()).toContain('"seed": 18446744073709551615');
    expect((built.json() as unknown as readonly object[])[0]).toMatchObject({
      "3": { inputs: { steps: 3, cfg: 5.5 } },
      "6": { inputs: { text: "a blue kite" } },
      "2": { inputs: { width: 128, height: 128 } },
      "9": { inputs: { filename_prefix: "mine" } },
    });
  });

  it("runs, and a wrong value names its setting", async () => {
    const run = async (params: object) =>
      (
        await test.call("POST", "/v1/jobs", {
          body: { workflow: "my-kites", params },
          headers: { Prefer: "wait=60" },
        })
      ).json() as unknown as Job;
    expect(await run({ seed: "7" })).toMatchObject({ state: "finished", outputs: [{}] });
    const wrong = await run({ model: "nope.safetensors" });
    expect(wrong.error?.details).toMatchObject({ problems: [{ setting: "model" }] });
  });

  it("is a model of the OpenAI API", async () => {
    const { data } = (await test.call("GET", "/openai/v1/models")).json() as unknown as {
      readonly data: readonly { readonly id: string }[];
    };
    expect(data.map(({ id }) => id)).toContain("my-kites");
  });

  it("is a tool of MCP, with a type for each argument, and clients learn that there is one", async () => {
    const mcp = await connectMcp(test);
    const changed = vi.fn<() => void>();
    mcp.client.setNotificationHandler(ToolListChangedNotificationSchema, changed);
    const toolsNow = async () => (await mcp.client.listTools()).tools;
    const tool = (await toolsNow()).find(({ name }) => name === "my-kites");
    expect(tool).toMatchObject({
      title: "My kites",
      inputSchema: {
        properties: {
          prompt: { type: "string", default: "a red kite" },
          seed: { type: "string" },
          steps: { type: "integer", default: 3, minimum: 1 },
        },
        additionalProperties: false,
      },
    });
    expect(JSON.stringify(await toolsNow())).not.toContain('"type":[');
    const made = await mcp.call("my-kites", { prompt: "a blue kite", seed: 7, width: 64, show: "none" });
    expect(made.data).toMatchObject({ state: "finished", settings: { prompt: "a blue kite", seed: "7" } });
    const wrong = await mcp.call("my-kites", { stepz: 3 });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining("steps")]);
    const body = { title: "Boats", graph: await upload(graph) };
    await test.call("PUT", "/v1/workflows/boats", { body });
    await vi.waitFor(() => {
      expect(changed).toHaveBeenCalledOnce();
    }, patience);
    expect((await toolsNow()).map(({ name }) => name)).toContain("boats");
    await test.call("DELETE", "/v1/workflows/boats");
    await vi.waitFor(() => {
      expect(changed).toHaveBeenCalledTimes(2);
    }, patience);
    expect((await toolsNow()).map(({ name }) => name)).not.toContain("boats");
    expect((await mcp.call("boats")).isError).toBe(true);
    await mcp.close();
  });

  it("cannot take the name of another workflow", async () => {
    const body = { title: "x", graph: await upload(graph) };
    const reply = await test.call("PUT", "/v1/workflows/txt2img", { body });
    expect([reply.status, reply.json()["title"]]).toEqual([409, expect.stringContaining("Text to image")]);
  });

  it("needs a name that every program can use", async () => {
    const body = { title: "x", graph: await upload(graph) };
    expect(await test.codeOf("PUT", "/v1/workflows/Bad%20Name", { body })).toEqual([
      422,
      "API_INPUT_INVALID",
    ]);
  });

  it("stays as it was if the next one cannot be loaded, whoever is at fault", async () => {
    const broken = join(test.folder, "pictor.json");
    writeFileSync(broken, "{");
    const body = { title: "Other kites", graph: await upload(graph) };
    const reply = await test.call("PUT", "/v1/workflows/my-kites", { body });
    rmSync(broken);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    const file = join(userPluginFolder(process.env), "workflow-own-my-kites/plugin.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ title: "My kites" });
  });

  it.each([
    ["was added", (lock: string) => lock.replace('"kind": "graph"', '"kind": "folder", "path": "/x"')],
    ["was written by hand", () => '{ "version": 1, "plugins": {} }'],
  ])("is no plugin of its name that %s, which cannot be deleted here", async (_how, changed) => {
    const file = join(userPluginFolder(process.env), "plugins.lock.json");
    const saved = readFileSync(file, "utf8");
    writeFileSync(file, changed(saved));
    const reply = await test.call("DELETE", "/v1/workflows/my-kites");
    writeFileSync(file, saved);
    expect([reply.status, reply.json()["code"]]).toEqual([404, "API_THING_UNKNOWN"]);
  });

  it("is gone after it was deleted, and no other workflow can be", async () => {
    expect((await test.call("DELETE", "/v1/workflows/txt2img")).status).toBe(404);
    expect((await test.call("DELETE", "/v1/workflows/my-kites")).json()["isLoaded"]).toBe(true);
    expect((await test.call("GET", "/v1/workflows/my-kites")).status).toBe(404);
  });
});
