// Uploads over the API: sent as bytes, used by jobs, and refused where they do not belong.

import { readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createClient, type Job, type Upload } from "@pictor/client";
import { startTestServer } from "../testing/start-server.js";

const type = { "Content-Type": "image/png" };
const small = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "7" };
const stored = (): readonly string[] => readdirSync(join(test.folder, "server/uploads"));
const send = (body: Uint8Array | string, headers: Readonly<Record<string, string>> = type) =>
  test.call("POST", "/v1/uploads", { body, headers });
const jobWith = (params: object, change: object = {}) => ({
  workflow: "img2img",
  backend: "embedded",
  params: { prompt: "a kite", steps: 2, seed: "7", ...params },
  ...change,
});
const submit = (body: object, token = test.server.token) =>
  test.call("POST", "/v1/jobs", { body, token, headers: { Prefer: "wait=60" } });
const tokenWith = async (scope: string) => (await test.createToken(scope, [scope])).token;

const test = await startTestServer();
const body = { workflow: "txt2img", backend: "embedded", params: small };
const made = (await submit(body)).json() as unknown as Job;
const image = (await test.call("GET", `/v1/jobs/${made.id}/outputs/0`)).bytes;
const upload = (await send(image)).json() as unknown as Upload;
afterAll(() => test.close());

describe("an upload", () => {
  it("is the same one for the same bytes, and can be read", async () => {
    expect((await send(image, { "Content-Type": "application/octet-stream" })).json()["id"]).toBe(upload.id);
    expect((await test.call("GET", `/v1/uploads/${upload.id}`)).json()).toMatchObject({
      id: upload.id,
      mime: "image/png",
      bytes: image.length,
    });
    expect(stored()).toEqual([`${upload.id}.png`]);
    const file = await test.call("GET", `/v1/uploads/${upload.id}/file`);
    expect([file.status, file.headers["content-type"], file.bytes.equals(image)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    expect((await test.call("GET", "/v1/uploads/..%2Fjobs/file")).json()["code"]).toBe("API_THING_UNKNOWN");
  });

  it("is sent by the client, as bytes and as a Blob", async () => {
    const { url, token } = test.server;
    const { calls } = createClient({ url, token });
    const bytes = new Uint8Array(image);
    expect((await calls.upload({ bytes })).id).toBe(upload.id);
    expect((await calls.upload({ bytes: new Blob([bytes], { type: "image/png" }) })).id).toBe(upload.id);
    const refused = calls.upload({ bytes: new Blob(["text"], { type: "text/plain" }) });
    await expect(refused).rejects.toMatchObject({ status: 415, code: "API_CONTENT_TYPE" });
  });

  it.each([
    ["text", "<html>hello, world</html>", type, 415, "API_UPLOAD_REFUSED"],
    ["a form", "x=1", { "Content-Type": "application/x-www-form-urlencoded" }, 415, "API_CONTENT_TYPE"],
  ])("that is %s is refused and leaves nothing", async (_name, body, headers, status, code) => {
    const reply = await send(body, headers);
    expect([reply.status, reply.json()["code"]]).toEqual([status, code]);
    expect(stored()).toEqual([`${upload.id}.png`]);
  });

  it("that announces more than the limit is refused before it is read", async () => {
    const { port, server } = test;
    const headers = { ...type, "Content-Length": "200000001", Authorization: `Bearer ${server.token}` };
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest({ host: "127.0.0.1", port, method: "POST", path: "/v1/uploads", headers });
      request.on("response", (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on("error", reject);
      request.flushHeaders();
    });
    expect([status, stored()]).toEqual([413, [`${upload.id}.png`]]);
  });

  it("whose client goes leaves nothing", async () => {
    const { port, server } = test;
    const headers = { ...type, "Content-Length": "1000000", Authorization: `Bearer ${server.token}` };
    const request = httpRequest({ host: "127.0.0.1", port, method: "POST", path: "/v1/uploads", headers });
    request.on("error", () => undefined);
    request.write(image);
    await expect.poll(() => stored().length).toBe(2);
    request.destroy();
    await expect.poll(stored).toEqual([`${upload.id}.png`]);
  });
});

describe("a job", () => {
  it("starts from an upload, with a token that may only generate, and can be retried", async () => {
    const token = await tokenWith("generate");
    const params = { image: { $upload: upload.id } };
    const job = (await submit(jobWith(params), token)).json() as unknown as Job;
    expect([job.state, job.outputs.length, job.request?.params]).toMatchObject(["finished", 1, params]);
    const again = await test.call("POST", `/v1/jobs/${job.id}/retry`, { body: {}, token });
    expect(again.status).toBe(202);
    const check = await test.call("POST", "/v1/jobs/check", { body: jobWith(params), token });
    expect(check.json()["status"]).toBe("ready");
  });

  it.each([
    ["an unknown upload", { image: { $upload: "0".repeat(64) } }, "API_UPLOAD_UNKNOWN", "#/params/image "],
    ["an id that is a number", { image: { $upload: 7 } }, "API_INPUT_INVALID", "#/params/image "],
    ["a further member", { image: { $upload: "x", a: 1 } }, "API_INPUT_INVALID", "#/params/image "],
    ["an upload as a prompt", { prompt: { $upload: "x" } }, "API_INPUT_INVALID", "#/params/prompt "],
    ["a path", { image: "/etc/hostname" }, "API_PATH_REFUSED", "#/params/image "],
  ])("with %s is refused", async (_name, params, code, place) => {
    const reply = await submit(jobWith(params), await tokenWith("generate"));
    expect([reply.status >= 400, reply.json()["code"], reply.json()["detail"]]).toEqual([
      ...[true, code],
      expect.stringContaining(place),
    ]);
  });

  it("takes its graph from no upload without the scope admin, because a graph names files", async () => {
    const body = { workflow: "custom", backend: "embedded", params: { graph: { $upload: upload.id } } };
    const reply = await submit(body, await tokenWith("generate"));
    expect([reply.status, reply.json()["code"]]).toEqual([403, "API_PATH_REFUSED"]);
    expect((await submit(body)).json()["state"]).toBe("finished");
  });

  it("keeps its upload from being deleted while it runs", async () => {
    const slow = { image: { $upload: upload.id }, steps: 10_000 };
    const keyed = { body: jobWith(slow), headers: { "Idempotency-Key": "slow" } };
    const started = await test.call("POST", "/v1/jobs", keyed);
    const { id } = started.json() as unknown as Job;
    expect(await test.codeOf("DELETE", `/v1/uploads/${upload.id}`)).toEqual([409, "API_STATE_CONFLICT"]);
    await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
    await expect.poll(async () => (await test.call("DELETE", `/v1/uploads/${upload.id}`)).status).toBe(200);
    expect(await test.codeOf("POST", `/v1/jobs/${id}/retry`, { body: {} })).toEqual([
      422,
      "API_UPLOAD_UNKNOWN",
    ]);
    // A submission that is repeated with its key still has its job.
    expect((await test.call("POST", "/v1/jobs", keyed)).json()["id"]).toBe(id);
  });
});
