// One word: the same project generates on an embedded backend, on a remote one, on a pool, and through a queue with a
// worker. And the gateway in front of a queue serves an unchanged client of ComfyUI.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPictor, loadConfiguration, type Pictor } from "@pictor/host";
import { createTestFolder } from "@pictor/host/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { createServer as createApi } from "@pictor/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { isEndOf, listen, txt2img } from "../../../libraries/comfyui-server/testing/wire.js";
import { openPictor, queueIn, startWorker } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

describe.skipIf(!hasRedis)(`a queue${withoutRedis}`, () => {
  let redis: RedisServer;
  let folder: string;
  let server: EmbeddedServer;
  beforeAll(async () => {
    redis = await startRedis();
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    folder = createTestFolder();
    server = await startEmbeddedServer();
  });
  afterAll(async () => {
    await server.close();
    await redis.close();
  });

  /** The settings of all kinds: those of other kinds have no effect. */
  const flagsOf = (kind: string) => {
    const studio = queueIn(folder, { kind, baseUrl: server.url, members: ["there"], lockSeconds: 2 });
    return { backend: "studio", backends: { studio, there: { kind: "remote", baseUrl: server.url } } };
  };
  const open = (kind: string): Promise<Pictor> => openPictor(folder, flagsOf(kind));

  /** Starts a worker in a kernel of its own. Returns a function that drains it. */
  const startFirst = async (): Promise<() => Promise<void>> => {
    const pictor = await open("queue");
    const { backend: queue } = await pictor.openBackend("studio");
    const worker = await startWorker(queue, (await pictor.openBackend("there")).backend, "first");
    return async () => {
      await worker.stop();
      await pictor.dispose();
    };
  };

  it("runs the same project by one word in `kind`, and the same image comes back", async () => {
    const stop = await startFirst();
    const digests = new Set<string>();
    for (const kind of ["embedded", "remote", "pool", "queue"]) {
      const pictor = await open(kind);
      const directory = join(folder, kind);
      const params = { prompt: "a lighthouse", seed: "7", steps: 2, width: 64, height: 64 };
      const result = await pictor.generate({ workflow: "txt2img", params, directory }).result;
      expect(result, kind).toMatchObject({ status: "finished", problems: [] });
      const [name = ""] = (await readdir(directory)).filter((one) => one.endsWith(".png"));
      digests.add(
        createHash("sha256")
          .update(pixelsOf(await readFile(join(directory, name))))
          .digest("hex"),
      );
      await pictor.dispose();
    }
    expect(digests.size).toBe(1);
    await stop();
  });

  it("cancels a prompt that waits, and one that runs", async () => {
    const pictor = await open("queue");
    onTestFinished(() => pictor.dispose());
    const params = { prompt: "a lighthouse", seed: "8", steps: 1_000, width: 512, height: 512 };
    const waiting = pictor.generate({ workflow: "txt2img", params, directory: folder });
    for await (const event of waiting.events) if (event.type === "job" && event.state === "queued") break;
    await waiting.cancel();
    expect((await waiting.result).status).toBe("interrupted");
    const stop = await startFirst();
    const running = pictor.generate({ workflow: "txt2img", params, directory: folder });
    for await (const event of running.events) if (event.type === "progress") break;
    await running.cancel();
    expect((await running.result).status).toBe("interrupted");
    await stop();
  });

  it("runs a prompt under another id when that of a removed prompt is used again, and an ended one never again", async () => {
    const pictor = await open("queue");
    onTestFinished(() => pictor.dispose());
    const { backend } = await pictor.openBackend("studio");
    const submission = { promptId: "again", graph: exampleGraph({ seed: 9 }) as Graph };
    expect((await backend.submit(submission)).promptId).toBe("again");
    expect(await backend.cancel("again")).toBe("removed");
    const { promptId } = await backend.submit(submission);
    expect(promptId).not.toBe("again");
    const stop = await startFirst();
    await expect
      .poll(async () => (await backend.state(promptId)).state, { timeout: 60_000 })
      .toBe("succeeded");
    expect(await backend.submit({ ...submission, promptId })).toEqual({ promptId, dropped: [] });
    const queued = (await backend.prompts()).filter(({ state }) => state === "queued" || state === "running");
    expect(queued).toEqual([]);
    await stop();
  });

  it("serves an unchanged client of ComfyUI through the gateway", async () => {
    const stop = await startFirst();
    const configuration = await loadConfiguration({ directory: folder, flags: flagsOf("queue") });
    const api = await createApi({
      folder: join(folder, "server"),
      ports: () => [{ port: 0, path: "/comfy/studio" }],
      createPictor: (interaction) => createPictor({ configuration, interaction }),
    });
    const url = `${api.ports[0]?.url ?? ""}/`;
    const client = await listen({ url }, "client");
    const body = JSON.stringify({ prompt: txt2img({ seed: 5 }), client_id: "client" });
    const reply = await fetch(`${url}prompt`, { method: "POST", body });
    const { prompt_id: id } = (await reply.json()) as { readonly prompt_id: string };
    await client.until(isEndOf(id));
    const history = (await (await fetch(`${url}history/${id}`)).json()) as Record<
      string,
      { readonly outputs: Record<string, { readonly images: readonly Record<string, string>[] }> }
    >;
    const [image = {}] = history[id]?.outputs["9"]?.images ?? [];
    const got = await (await fetch(`${url}view?${new URLSearchParams(image).toString()}`)).arrayBuffer();
    const raw = await (await fetch(new URL(`view?filename=${image["filename"]}`, server.url))).arrayBuffer();
    expect(Buffer.from(got).equals(Buffer.from(raw))).toBe(true);
    expect(image["subfolder"]).toMatch(/^first\/[0-9a-f]{64}$/);
    // What no worker can run is refused as a server refuses it.
    const wrong = [
      [
        { ...txt2img(), "3": { class_type: "Nothing", inputs: {} } },
        { error: { type: "missing_node_type" } },
      ],
      [
        txt2img({ checkpoint: "none.safetensors" }),
        { node_errors: { "4": { errors: [{ type: "value_not_in_list" }] } } },
      ],
    ] as const;
    for (const [prompt, expected] of wrong) {
      const refused = await fetch(`${url}prompt`, { method: "POST", body: JSON.stringify({ prompt }) });
      expect([refused.status, await refused.json()]).toMatchObject([400, expected]);
    }
    await client.close();
    await api.close();
    await stop();
  });
});

/** The image data of a PNG file, without the metadata, which names the backend. */
function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}
