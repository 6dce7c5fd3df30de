// The calls of SwarmUI to a backend "ComfyUI API By URL", in its order and form, as its source has them
// (ComfyUIAPIAbstractBackend.cs): one socket for several prompts, whose frames it reads by their first bytes, and small
// requests whose JSON is called text/plain. Also those to a backend "Auto1111 SD-WebUI API By URL"
// (AutoWebUIAPIAbstractBackend.cs).

import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { patience } from "@pictor/host/testing";
import { graphs, openWorkplace } from "./programs.test.support.js";

const place = openWorkplace();

interface Told {
  readonly type: string;
  readonly data: {
    readonly prompt_id?: string;
    readonly node?: string | null;
    readonly nodes?: readonly string[];
    readonly max?: number;
  };
}
interface Output {
  readonly images?: readonly Readonly<Record<"filename" | "type" | "subfolder", string>>[];
}
interface Live {
  readonly nodes: number;
  readonly progress: number;
  readonly previews: number;
  readonly images: readonly string[];
}

async function connectSwarm(url: string) {
  const id = randomUUID();
  const get = (path: string): Promise<Response> => fetch(`${url}/${path}`);
  const post = (path: string, body: object, type = "text/plain; charset=utf-8"): Promise<Response> =>
    fetch(`${url}/${path}`, {
      method: "POST",
      headers: { "Content-Type": type },
      body: JSON.stringify(body),
    });
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?clientId=${id}`);
  const frames: Buffer[] = [];
  let wake = (): void => undefined;
  socket.on("message", (frame: Buffer) => {
    frames.push(frame);
    wake();
  });
  const next = async (): Promise<Buffer> => {
    while (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return frames.shift()!;
  };
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } }));

  const submit = async (graph: string): Promise<string> => {
    const body = { prompt: JSON.parse(graph) as object, client_id: id };
    const reply = (await (await post("prompt", body, "application/json")).json()) as { prompt_id: string };
    return reply.prompt_id;
  };
  /** The end of a prompt is a message `executing` without a node; its outputs are in the history then, or never for SwarmUI. */
  const follow = async (prompt: string, isEnough = (_live: Live): boolean => false): Promise<Live> => {
    let live: Live = { nodes: 0, progress: 0, previews: 0, images: [] };
    for (let isMine = false; !isEnough(live);) {
      const frame = await next();
      const isText = ['{"type":', '{ "type"'].includes(frame.toString("latin1", 0, 8));
      if (!isText) {
        live = { ...live, previews: live.previews + 1 };
        continue;
      }
      const { type, data } = JSON.parse(frame.toString()) as Told;
      isMine ||= type === "execution_start" && data.prompt_id === prompt;
      if (!isMine) continue;
      if (type === "executing" && (data.node ?? "") === "") break;
      if (type === "executing") live = { ...live, nodes: live.nodes + 1 };
      if (type === "execution_cached") live = { ...live, nodes: live.nodes + (data.nodes?.length ?? 0) };
      if (type === "progress") live = { ...live, progress: live.progress + 1 };
    }
    const history = (await (await get(`history/${prompt}`)).json()) as Readonly<
      Record<string, { readonly outputs: Readonly<Record<string, Output>> }>
    >;
    const made = Object.values(history[prompt]?.outputs ?? {}).flatMap(({ images = [] }) => images);
    const images = await Promise.all(
      made.map(async ({ filename, type, subfolder }) => {
        const place = subfolder === "" ? "" : `&subfolder=${encodeURIComponent(subfolder)}`;
        const reply = await get(`view?filename=${encodeURIComponent(filename)}&type=${type}${place}`);
        return Buffer.from(await reply.arrayBuffer()).toString("hex", 0, 4);
      }),
    );
    return { ...live, images };
  };
  return { get, post, submit, follow, close: () => socket.close() };
}

describe.each(["one", "pool"] as const)("before %s", (end) => {
  it("loads its lists, and asks whether the backend is there", async () => {
    const swarm = await connectSwarm(place.ports[end]);
    const info = await (await swarm.get("object_info")).text();
    expect(info).toContain('"CheckpointLoaderSimple"');
    expect((await swarm.get("features")).status).toBe(200);
    swarm.close();
  });

  it("makes images one after the other on one socket, and stops one between them", async () => {
    const swarm = await connectSwarm(place.ports[end]);
    const graph = (seed: number): string => graphs.GRAPH.replace('"seed":7', `"seed":${seed}`);
    const wanted = { nodes: 7, progress: 4, images: ["89504e47"] };
    expect(await swarm.follow(await swarm.submit(graph(11)))).toMatchObject({ ...wanted, previews: 4 });

    const long = await swarm.submit(graphs.LONG);
    await swarm.follow(long, ({ progress }) => progress > 2);
    const stopped = [
      await swarm.post("queue", { delete: [long] }),
      await swarm.post("interrupt", { prompt_id: long }),
      await swarm.post("history", { delete: [long] }),
    ];
    expect(stopped.map(({ status }) => status)).toEqual([200, 200, 200]);
    await vi.waitFor(async () => {
      expect(await (await swarm.get("queue")).json()).toMatchObject({ queue_running: [] });
    }, patience);

    expect(await swarm.follow(await swarm.submit(graph(12)))).toMatchObject(wanted);
    swarm.close();
  });

  it("is refused when it unloads the models of everybody", async () => {
    const swarm = await connectSwarm(place.ports[end]);
    const reply = await swarm.post("free", { unload_models: true, free_memory: true }, "application/json");
    expect(reply.status).toBe(403);
    swarm.close();
  });
});

it("before the web UI chooses a model, makes an image, and another from it", async () => {
  const api = `${place.ports.web}/sdapi/v1`;
  const get = async (path: string): Promise<unknown> => (await fetch(`${api}/${path}`)).json();
  const post = async (path: string, body: object): Promise<{ readonly images?: readonly string[] }> => {
    const headers = { "Content-Type": "application/json" };
    const reply = await fetch(`${api}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await reply.json()) as { readonly images?: readonly string[] };
  };
  const samplers = (await get("samplers")) as readonly { readonly name: string }[];
  expect(samplers.map(({ name }) => name)).toContain("Euler");
  const models = (await get("sd-models")) as readonly { readonly title: string }[];
  const title = models.at(-1)?.title;
  await post("options", { sd_model_checkpoint: title });
  expect(await get("options")).toMatchObject({ sd_model_checkpoint: title });

  const asked = { prompt: "a kite", negative_prompt: "", seed: 5, steps: 3, width: 64, height: 64 };
  const rest = { batch_size: 1, cfg_scale: 7, subseed: 0, subseed_strength: 0, sampler_name: "Euler" };
  const { images: [first = ""] = [] } = await post("txt2img", Object.assign(asked, rest));
  const changed = { init_images: [first], denoising_strength: 0.6 };
  const { images: [second = ""] = [] } = await post("img2img", Object.assign(changed, asked));
  const heads = [first, second].map((image) => Buffer.from(image, "base64").toString("hex", 0, 4));
  expect(heads).toEqual(["89504e47", "89504e47"]);
  expect(second).not.toBe(first);
});
