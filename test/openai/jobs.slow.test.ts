// Whose job a request is, what happens to it when its client goes, and how a failure of the backend is told.

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import type { Job } from "@pictor/client";
import { small, startOpenAi } from "./openai.test.support.js";

const api = await startOpenAi();
afterAll(() => api.close());

const listed = async (): Promise<readonly Job[]> =>
  (await api.test.call("GET", "/v1/jobs?limit=100")).json()["jobs"] as readonly Job[];
const tokenOf = async (name: string, ...scopes: readonly string[]): Promise<string> =>
  (await api.test.createToken(name, scopes)).token;

describe("a job", () => {
  it("belongs to the token of the request, which needs the scope generate", async () => {
    const { body } = await api.post(
      "images/generations",
      { prompt: "x", ...small },
      await tokenOf("chat", "generate"),
    );
    expect((await listed()).find(({ id }) => id === body.pictor.job)?.owner).toBe("chat");
    const refused = await api.post("images/generations", { prompt: "x" }, await tokenOf("reader", "read"));
    expect([refused.status, refused.body.error?.code]).toEqual([403, "API_SCOPE_MISSING"]);
  });

  it.each([false, true])("is cancelled when its client closes the socket (stream: %s)", async (stream) => {
    const before = new Set((await listed()).map(({ id }) => id));
    const client = httpRequest(`${api.base}/images/generations`, {
      method: "POST",
      headers: { Authorization: `Bearer ${api.test.server.token}`, "Content-Type": "application/json" },
    });
    client.on("error", () => undefined);
    client.end(JSON.stringify({ prompt: "x", size: "64x64", steps: 10_000, stream }));
    const mine = async () => (await listed()).find(({ id }) => !before.has(id));
    if (stream) await once(client, "response");
    await vi.waitFor(async () => {
      expect((await mine())?.progress).toBeDefined();
    }, patience);
    client.destroy();
    await vi.waitFor(async () => {
      expect((await mine())?.state).toBe("interrupted");
    }, patience);
  });

  it("that fails has a status of the server, and is not to be repeated by the client", async () => {
    const preset = { workflow: "txt2img", backend: "gone", params: {} };
    await api.test.call("PUT", "/v1/backends/gone", {
      body: { kind: "remote", baseUrl: "http://127.0.0.1:1" },
    });
    await api.test.call("PUT", "/v1/presets/lost", { body: preset });
    const { status, headers, body } = await api.post("images/generations", {
      prompt: "x",
      model: "preset:lost",
    });
    expect([status, body.error?.type, body.error?.code]).toEqual([
      502,
      "server_error",
      "BACKEND_UNREACHABLE",
    ]);
    expect(headers.get("x-should-retry")).toBe("false");
  });
});

it("the models are the workflows and presets that make images from a prompt", async () => {
  await api.test.call("PUT", "/v1/presets/kite", { body: { workflow: "img2img", params: {} } });
  await api.test.call("PUT", "/v1/presets/film", { body: { workflow: "wan-text-to-video", params: {} } });
  const headers = { Authorization: `Bearer ${api.test.server.token}` };
  const { data } = (await (await fetch(`${api.base}/models`, { headers })).json()) as {
    data: readonly { id: string; object: string; routes: readonly string[] }[];
  };
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["txt2img", "flux", "img2img", "flux-kontext", "preset:kite"]));
  expect(ids.filter((id) => /wan|svd|upscale|custom|film/.test(id))).toEqual([]);
  expect(data.find(({ id }) => id === "img2img")?.routes).toEqual(["/v1/images/edits"]);
  const one = await fetch(`${api.base}/models/preset%3Akite`, { headers });
  expect(await one.json()).toMatchObject({ id: "preset:kite", object: "model", owned_by: "pictor" });
});
