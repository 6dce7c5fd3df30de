// The tools of the MCP server, called by the official client over streamable HTTP, on the embedded backend.

import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { afterAll, describe, expect, it } from "vitest";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { decodeImage } from "@pictor/images";
import { startTestServer } from "../../server/testing/start-server.js";
import { readImageMetadata } from "@pictor/image-metadata";
import { foreignTexts, oneChunk, textsIn } from "../foreign-texts.test.support.js";
import { connectMcp } from "./mcp-server.test.support.js";

const small = { width: 64, height: 64, steps: 2, backend: "embedded" };

const folder = createTestFolder();
const test = await startTestServer({
  folder,
  configuration: {
    plugins: { "output-journal": { enabled: true, config: { path: join(folder, "history.jsonl") } } },
  },
});
const mcp = await connectMcp(test);
afterAll(async () => {
  await mcp.close();
  await test.close();
});

interface JobData {
  readonly job: string;
  readonly state: string;
  readonly ended: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly images: readonly { readonly uri: string; readonly seed: string; readonly width: number }[];
}
const jobOf = (data: object): JobData => data as JobData;
const make = async (args: Record<string, unknown>): Promise<JobData> =>
  jobOf((await mcp.call("generate_image", { ...small, ...args })).data);
const settingsOf = async (uri: string) =>
  (await mcp.call("describe_image", { image: uri })).data["settings"] as Record<string, unknown>;

describe("generate_image", () => {
  it("returns the image with the id of its job, its seed and its settings", async () => {
    const { data, images, isError } = await mcp.call("generate_image", {
      ...small,
      prompt: "a kite",
      seed: "18446744073709551615",
    });
    const job = jobOf(data);
    expect([isError, job.state, job.ended]).toEqual([false, "finished", true]);
    expect(job.settings).toMatchObject({ prompt: "a kite", seed: "18446744073709551615", steps: 2 });
    expect(job.images).toMatchObject([{ seed: "18446744073709551615", width: 64, mimeType: "image/png" }]);
    expect(images.map(({ mimeType }) => mimeType)).toEqual(["image/webp"]);
    expect(decodeImage(images[0]!.bytes)).toMatchObject({ width: 64, height: 64 });
  });

  it("reports progress that only grows, when the client asks for it", async () => {
    const seen: Progress[] = [];
    await mcp.call(
      "generate_image",
      { ...small, steps: 20, prompt: "a train" },
      { onprogress: (progress) => seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.every(({ total }) => total === 100)).toBe(true);
    expect(seen.map(({ progress }) => progress)).toEqual(
      [...new Set(seen.map(({ progress }) => progress))].sort((one, other) => one - other),
    );
    expect(seen.map(({ message }) => message).join()).toContain("/20");
  });

  it("returns a job that goes on, and get_job waits for its end", async () => {
    const { data, images } = await mcp.call("generate_image", {
      ...small,
      prompt: "a ship",
      wait_seconds: 0,
    });
    const job = jobOf(data);
    expect([job.ended, images.length]).toEqual([false, 0]);
    const ended = await mcp.call("get_job", { job: job.job, wait_seconds: 30, image: "full" });
    expect(ended.data).toMatchObject({ job: job.job, state: "finished", ended: true });
    expect(ended.images.map(({ mimeType }) => mimeType)).toEqual(["image/png"]);
  });

  it("shows at most four images of a job, and none when none is wanted", async () => {
    const { data, images } = await mcp.call("generate_image", { ...small, prompt: "birds", count: 5 });
    expect([jobOf(data).images.length, images.length]).toEqual([5, 4]);
    expect(JSON.stringify(data["notes"])).toContain("1 more images are not shown");
    const none = await mcp.call("generate_image", { ...small, prompt: "a bird", image: "none" });
    expect([jobOf(none.data).images.length, none.images.length]).toEqual([1, 0]);
  });

  it.each(foreignTexts)("takes the prompt as plain text: %s", async (_name, text) => {
    const { settings, images } = await make({ prompt: text });
    expect(settings["prompt"]).toBe(text);
    const uri = images[0]?.uri ?? "";
    expect((await settingsOf(uri))["prompt"]).toBe(text);
    const again = await mcp.call("regenerate_image", { image: uri, changes: { negative: text } });
    const full = await mcp.call("get_image", { image: jobOf(again.data).images[0]?.uri, size: "full" });
    const { prompt: graph = "" } = await readImageMetadata(oneChunk(full.images[0]!.bytes));
    expect(textsIn(graph)).toEqual([text, text]);
  });

  it("takes an upload as its input", async () => {
    const first = await make({ prompt: "a bridge" });
    const { images } = await mcp.call("get_image", { image: first.images[0]?.uri, size: "full" });
    const upload = await mcp.call("upload_image", { data: images[0]?.bytes.toString("base64") });
    const uri = String(upload.data["uri"]);
    expect(uri).toMatch(/^pictor:\/\/uploads\//);
    const changed = await mcp.call("generate_image", {
      workflow: "img2img",
      prompt: "a bridge at night",
      steps: 2,
      backend: "embedded",
      settings: { image: uri },
    });
    expect(changed.data).toMatchObject({ state: "finished" });
  });
});

const calls: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  [
    "a setting that is unknown",
    "generate_image",
    { ...small, settings: { sampeler: "euler" } },
    'Did you mean "sampler"?',
  ],
  [
    "a setting with many levels",
    "generate_image",
    { ...small, settings: { negative: JSON.parse("[".repeat(200) + "]".repeat(200)) as unknown } },
    "The argument arguments must be at most 100 levels deep, not deeper.",
  ],
  ["an argument that is unknown", "generate_image", { promt: "a" }, 'Did you mean "prompt"?'],
  [
    "a setting that is given twice",
    "generate_image",
    { steps: 2, settings: { steps: 3 } },
    "steps is given twice",
  ],
  ["a tool that is unknown", "generate_images", {}, 'Did you mean "generate_image"?'],
  ["an address that is none", "get_image", { image: "/etc/passwd" }, "is not the address of an image"],
  ["a job that is unknown", "get_job", { job: "nothing" }, "There is no job nothing. list_images"],
  [
    "an image that is unknown",
    "describe_image",
    { image: "pictor://images/nothing" },
    "There is no image nothing",
  ],
  ["a setting without choices", "list_choices", { setting: "step" }, "has no list of choices"],
  ["an upload that is no Base64", "upload_image", { data: "???" }, "is not Base64"],
  ["an upload that is no image", "upload_image", { data: "aGVsbG8=" }, "(API_UPLOAD_REFUSED)"],
  ["a backend that is unknown", "generate_image", { prompt: "a", backend: "embeded" }, "embedded"],
];
it.each(calls)("a call that is wrong by %s says what to do instead", async (_title, tool, args, message) => {
  const { isError, text } = await mcp.call(tool, args);
  expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  expect(text).not.toContain(folder);
});

describe("an image", () => {
  it("is made again with its seed, and with changes", async () => {
    const first = await make({ prompt: "a fox", seed: 7, settings: { cfg: 3 } });
    const uri = first.images[0]!.uri;
    const same = await mcp.call("regenerate_image", { image: uri, backend: "embedded", show: "full" });
    const original = await mcp.call("get_image", { image: uri, size: "full" });
    expect(decodeImage(same.images[0]!.bytes).rgba).toEqual(decodeImage(original.images[0]!.bytes).rgba);
    const { data } = await mcp.call("regenerate_image", {
      image: uri,
      backend: "embedded",
      seed: "random",
      changes: { prompt: "a fox at night", cfg: null },
    });
    const [image] = jobOf(data).images;
    expect(image?.seed).not.toBe("7");
    expect(await settingsOf(image!.uri)).toMatchObject({ prompt: "a fox at night", steps: 2 });
    expect(jobOf(data).settings["cfg"]).toBeUndefined();
  });

  it("is listed, found, shown and described under the address of the gallery", async () => {
    await make({ prompt: "zebra in the rain", seed: 3 });
    const { data } = await mcp.call("list_images", { search: "zebra" });
    const [found] = data["images"] as readonly { readonly uri: string; readonly seed: string }[];
    expect([data["total"], found?.seed]).toEqual([1, "3"]);
    const shown = await mcp.call("get_image", { image: found!.uri, size: "small" });
    expect(shown.images[0]?.mimeType).toBe("image/webp");
    expect(await settingsOf(found!.uri)).toMatchObject({ prompt: "zebra in the rain", seed: "3" });
  });
});

describe("what there is:", () => {
  it("workflows with their basic settings, which describe_workflow explains, the basic ones first", async () => {
    const { data } = await mcp.call("list_workflows");
    const workflows = data["workflows"] as readonly { readonly id: string; readonly settings: string[] }[];
    expect(workflows.find(({ id }) => id === "txt2img")?.settings.slice(0, 2)).toEqual([
      "prompt",
      "negative",
    ]);
    const described = await mcp.call("describe_workflow", { workflow: "txt2img", all: true });
    const settings = described.data["settings"] as readonly Record<string, unknown>[];
    const width = settings.find(({ name }) => name === "width");
    expect(width).toMatchObject({ type: "integer", unit: "px", default: 1024, minimum: 16, maximum: 16384 });
    const places = settings.map(({ advanced }) => advanced === true);
    expect(places).toEqual([...places].sort((one, other) => Number(one) - Number(other)));
  });

  it("models, samplers and the choices of features", async () => {
    const models = await mcp.call("list_choices", { backend: "embedded" });
    expect(Number(models.data["total"])).toBeGreaterThan(0);
    const samplers = await mcp.call("list_choices", {
      setting: "sampler",
      backend: "embedded",
      search: "euler",
    });
    expect(samplers.data["choices"]).toContain("euler");
  });

  it("backends with their states", async () => {
    const { data } = await mcp.call("list_backends");
    expect(data["backends"]).toContainEqual(
      expect.objectContaining({ name: "embedded", kind: "embedded", state: "ready" }),
    );
  });

  it("jobs, newest first", async () => {
    const made = await make({ prompt: "a well" });
    const { data } = await mcp.call("list_jobs", { limit: 1 });
    expect(data["jobs"]).toMatchObject([{ job: made.job, state: "finished" }]);
  });
});

it("resources are the saved images; templates give them, their small versions and the outputs of jobs", async () => {
  const { images } = await make({ prompt: "a resource" });
  const { resources } = await mcp.client.listResources();
  expect(resources[0]).toMatchObject({ title: "a resource", mimeType: "image/png" });
  const { resourceTemplates } = await mcp.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("pictor://images/{id}");
  const read = async (uri: string) => {
    const [content] = (await mcp.client.readResource({ uri })).contents;
    const { width } = decodeImage(Buffer.from((content as { blob: string }).blob, "base64"));
    return [content?.mimeType, width];
  };
  expect(await read(resources[0]!.uri)).toEqual(["image/png", 64]);
  expect(await read(`${resources[0]!.uri}/thumbnail`)).toEqual(["image/webp", 64]);
  expect(await read(images[0]!.uri)).toEqual(["image/png", 64]);
  await expect(mcp.client.readResource({ uri: "pictor://images/nothing" })).rejects.toMatchObject({
    code: -32_002,
  });
  await expect(mcp.client.readResource({ uri: "file:///etc/passwd" })).rejects.toMatchObject({
    code: -32_602,
  });
});

describe("the tools of a token", () => {
  it.each([["read"], ["generate"], ["request"], ["admin"]])(
    "with the scope %s are those that it may use",
    async (scope) => {
      const { token } = await test.createToken(`only ${scope}`, [scope]);
      const other = await connectMcp(test, token);
      const { tools } = await other.client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names.includes("generate_image")).toBe(scope === "generate" || scope === "admin");
      expect(names.includes("send_request")).toBe(scope === "request" || scope === "admin");
      expect(names.includes("list_images")).toBe(true);
      if (!names.includes("send_request")) {
        const refused = await other.call("send_request", { url: "http://127.0.0.1/" });
        expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("--scope request")]);
      }
      await other.close();
    },
  );

  it("say for every argument what it means, and of which type it is", async () => {
    const { tools } = await mcp.client.listTools();
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      expect
        .soft([name, description?.length ?? 0])
        .toEqual([name, expect.toSatisfy((length: number) => length > 60)]);
      expect.soft(annotations?.readOnlyHint, name).toBeTypeOf("boolean");
      expect.soft(outputSchema, name).toBeDefined();
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
        expect
          .soft(schema, `${name}.${argument}`)
          .toMatchObject({ description: expect.any(String), type: expect.anything() });
    }
  });
});
