// The server of SillyTavern, unchanged: its sources of images ComfyUI and web UI, as its page calls them.

import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import { freePort } from "../../free-port.test.support.js";
import { hasPackage, openHome, openWorkplace, programOf } from "./programs.test.support.js";

const isThere = hasPackage("sillytavern");
const home = openHome();
const place = openWorkplace();
let tavern: ChildProcess | undefined;
let api: string;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A call of SillyTavern's page to its server. */
async function ask(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
  const reply = await fetch(`${api}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
  const text = await reply.text();
  return { status: reply.status, body: /^[[{"]/.test(text) ? JSON.parse(text) : text };
}

beforeAll(async () => {
  if (!isThere) return;
  const port = await freePort();
  api = `http://127.0.0.1:${port}/api/sd`;
  const flags = {
    configPath: join(home.folder, "config.yaml"),
    dataRoot: join(home.folder, "data"),
    port: String(port),
    listen: "false",
    browserLaunchEnabled: "false",
    disableCsrf: "true",
  };
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  tavern = spawn(process.execPath, [programOf("sillytavern", "server.js"), ...words], {
    ...home.options,
    stdio: "ignore",
  });
  // It bundles its page before it listens.
  await vi.waitFor(() => ask("/comfy/workflows", {}), { timeout: 280_000, interval: 500 });
});
afterAll(() => {
  tavern?.kill();
  home.close();
});

const firstBytes = (image: unknown): string => Buffer.from(String(image), "base64").toString("hex", 0, 4);
const lists = async (prefix: string, names: readonly string[], server: object): Promise<void> => {
  for (const name of names) {
    const { status, body } = await ask(`${prefix}/${name}`, server);
    expect([name, status, Array.isArray(body) && body.length > 0]).toEqual([name, 200, true]);
  }
};

describe.skipIf(!isThere).each(["one", "pool"] as const)("the source ComfyUI (%s)", (end) => {
  const url = () => place.ports[end];
  /** SillyTavern's own workflow, with its placeholders filled as its page fills them. */
  const prompt = async (steps: number): Promise<string> => {
    const { body } = await ask("/comfy/workflow", { file_name: "Default_Comfy_Workflow.json" });
    const models = (await ask("/comfy/models", { url: url() })).body as readonly { readonly value: string }[];
    const texts = { prompt: "a kite", negative_prompt: "fog", model: models[0]?.value };
    const sampling = { sampler: "euler", scheduler: "normal", seed: 5, steps, scale: 7 };
    const size = { width: 64, height: 64 };
    const graph = [texts, sampling, size]
      .flatMap((values) => Object.entries(values))
      .reduce((text, [name, value]) => text.replaceAll(`"%${name}%"`, JSON.stringify(value)), body as string);
    return `{ "prompt": ${graph} }`;
  };

  it("connects, fills its lists, and makes an image", async () => {
    expect((await ask("/comfy/ping", { url: url() })).status).toBe(200);
    await lists("/comfy", ["samplers", "models", "schedulers", "vaes"], { url: url() });
    const { status, body } = await ask("/comfy/generate", { url: url(), prompt: await prompt(4) });
    expect([status, firstBytes((body as { readonly data?: string }).data)]).toEqual([200, "89504e47"]);
  });

  it("ends the prompt of a page that stops its image", async () => {
    const queue = async () =>
      (await (await fetch(`${url()}/queue`)).json()) as { readonly queue_running: readonly unknown[] };
    const stopping = new AbortController();
    const asked = ask("/comfy/generate", { url: url(), prompt: await prompt(9_000) }, stopping.signal);
    await vi.waitFor(async () => {
      expect((await queue()).queue_running).toHaveLength(1);
    }, patience);
    stopping.abort();
    await expect(asked).rejects.toThrow();
    await vi.waitFor(async () => {
      expect((await queue()).queue_running).toEqual([]);
    }, patience);
  });
});

const webUis: readonly (readonly [string, () => object])[] = [
  ["on a port of its own", () => ({ url: place.ports.web, auth: "" })],
  ["with a token", () => ({ url: place.test.server.url, auth: `me:${place.test.server.token}` })],
];

describe.skipIf(!isThere).each(webUis)("the source web UI %s", (_name, server) => {
  it("connects, fills its lists, chooses a model, and makes an image", async () => {
    expect((await ask("/ping", server())).status).toBe(200);
    await lists("", ["samplers", "models", "schedulers", "vaes", "upscalers"], server());
    const models = (await ask("/models", server())).body as readonly { readonly value: string }[];
    expect((await ask("/set-model", { ...server(), model: models[0]?.value })).status).toBe(200);
    const fields = { prompt: "a kite", sampler_name: "Euler", scheduler: "karras", seed: 5 };
    const size = { steps: 4, width: 64, height: 64, cfg_scale: 7, enable_hr: false };
    const { status, body } = await ask("/generate", { ...server(), ...fields, ...size });
    const { images = [] } = body as { readonly images?: readonly string[] };
    expect([status, firstBytes(images[0])]).toEqual([200, "89504e47"]);
  });
});

it.skipIf(!isThere)("does not connect with a wrong token, or to a server that is gone", async () => {
  const { url } = place.test.server;
  expect((await ask("/ping", { url, auth: "me:wrong" })).status).toBe(500);
  expect((await ask("/comfy/ping", { url: "http://127.0.0.1:1" })).status).toBe(500);
});
