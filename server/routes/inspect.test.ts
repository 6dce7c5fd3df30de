// How an image was made, over the API: what the server writes is read again, and hostile bytes are refused.

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inspection, Job } from "@pictor/client";
import { readImageMetadata, writeImageMetadata, type MetadataToWrite } from "@pictor/image-metadata";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let image: Buffer;
const params = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "18446744073709551615" };
beforeAll(async () => {
  test = await startTestServer();
  const body = { workflow: "txt2img", backend: "embedded", params };
  const made = (
    await test.call("POST", "/v1/jobs", { body, headers: { Prefer: "wait=60" } })
  ).json() as unknown as Job;
  image = (await test.call("GET", `/v1/jobs/${made.id}/outputs/0`)).bytes;
});
afterAll(() => test.close());

const send = (body: Uint8Array | string) =>
  test.call("POST", "/v1/inspect", { body, headers: { "Content-Type": "application/octet-stream" } });

it("recalls the workflow and the values of an image, which make it again", async () => {
  const { recall, kinds, ...rest } = (await send(image)).json() as unknown as Inspection;
  expect(rest).toMatchObject({ format: "png", width: 64, height: 64, notes: [] });
  expect(kinds[0]).toBe("record");
  expect(recall).toMatchObject({ kind: "record", workflow: "txt2img", params });
  const { workflow, params: recalled } = recall ?? {};
  const check = await test.call("POST", "/v1/jobs/check", {
    body: { workflow, params: recalled, backend: "embedded" },
  });
  expect(check.json()["status"]).toBe("ready");
});

it("recalls the upload from which an image was made, and notes one that is gone", async () => {
  const headers = { "Content-Type": "image/png" };
  const upload = (await test.call("POST", "/v1/uploads", { body: image, headers })).json()["id"];
  const values = { prompt: "a kite", steps: 2, image: { $upload: upload } };
  const body = { workflow: "img2img", backend: "embedded", params: values };
  const made = (
    await test.call("POST", "/v1/jobs", { body, headers: { Prefer: "wait=60" } })
  ).json() as unknown as Job;
  const { bytes } = await test.call("GET", `/v1/jobs/${made.id}/outputs/0`);
  const there = (await send(bytes)).json() as unknown as Inspection;
  expect([there.recall?.params, there.notes]).toMatchObject([values, []]);
  await test.call("DELETE", `/v1/uploads/${String(upload)}`);
  const gone = (await send(bytes)).json() as unknown as Inspection;
  expect(gone.notes).toEqual([expect.stringContaining(String(upload))]);
});

it("recalls no file of the server's machine, because anybody can write a record, and says so", async () => {
  const [name, bindings] = [
    "/home/me/.ssh/id_rsa",
    { "1.image": "../key", "2.image": "/key", "6.text": "a cat" },
  ];
  const recalled = async (workflow: string, values: object, features: readonly object[] = []) => {
    const { record } = await readImageMetadata(Readable.from([image]));
    const metadata = {
      parameters: "",
      record: { ...record, workflow, params: values, features },
    } as MetadataToWrite;
    const pieces = writeImageMetadata(Readable.from([image]), metadata, (reason) => {
      expect(reason).toBe("");
    });
    return (await send(await buffer(pieces))).json() as unknown as Inspection;
  };
  const start = await recalled("img2img", { image: name, prompt: "a kite" }, [
    { id: "controlnet", settings: { image: name, strength: 1 } },
  ]);
  expect(start.recall).toMatchObject({
    params: {},
    features: [{ id: "controlnet", settings: { strength: 1 } }],
  });
  expect(JSON.stringify(start.recall)).not.toContain("id_rsa");
  expect(start.notes.join()).toContain("image");
  const graph = await recalled("custom", { graph: name, bindings });
  expect(graph.recall?.params).toEqual({ bindings: { "6.text": "a cat" } });
  expect(graph.notes).toHaveLength(3);
});

describe("a JSON file", () => {
  const graph = { "3": { class_type: "KSampler", inputs: { seed: 5 } } };
  const project = { pictorProject: 1, workflow: "txt2img", params: { ...params, steps: 9 } };

  it.each<readonly [string, object, object]>([
    ["a graph in API format", graph, { kind: "comfy", workflow: "custom", params: {} }],
    ["a project", project, { kind: "record", workflow: "txt2img", params: { steps: 9, prompt: "a kite" } }],
  ])("that is %s gives the values of a form", async (_name, content, recall) => {
    const found = (await send(JSON.stringify(content))).json() as unknown as Inspection;
    expect(found).toMatchObject({ format: "json", recall });
    expect(found.texts).toEqual({});
  });

  it("that is something else says what it could be", async () => {
    const found = (await send('{ "a": 1 }')).json() as unknown as Inspection;
    expect(found.refusal?.reason).toContain("neither a workflow of ComfyUI nor a project");
  });
});

it.each([
  ["text", "hello, world, this is no image"],
  ["JSON that is cut off", '{ "a": '],
  [
    "a PNG of random bytes",
    Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(5000, 255)]),
  ],
])("refuses %s", async (_name, body) => {
  const reply = await send(body);
  expect([reply.status, reply.json()["code"]]).toEqual([415, "API_UPLOAD_REFUSED"]);
});

it("says what is left of an image that is cut off, and why it cannot be made again", async () => {
  const reply = (await send(image.subarray(0, 60))).json() as unknown as Inspection;
  expect(reply).toMatchObject({ width: 64, kinds: [], refusal: { reason: expect.stringMatching(/./) } });
});
