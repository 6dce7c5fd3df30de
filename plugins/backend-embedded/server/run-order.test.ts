// The order and the members of messages, compared with what real servers were recorded to send.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  finished,
  isEndOf,
  listen,
  run,
  submit,
  txt2img,
  type Frame,
  type Listener,
} from "../testing/wire.test.support.js";
import { startEmbeddedServer, type EmbeddedServer } from "./start.js";

let server: EmbeddedServer;
let client: Listener;

beforeAll(async () => {
  server = await startEmbeddedServer();
  client = await listen(server, "order");
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** One word per frame: node and state changes written short. */
function shorten({ type, data }: Frame): string {
  if (type === "executing") return `executing ${String(data["node"])}`;
  if (type === "executed") return `executed ${String(data["node"])}`;
  if (type === "progress") return `progress ${String(data["value"])}/${String(data["max"])}`;
  if (type === "status") {
    const { exec_info } = data["status"] as { exec_info: { queue_remaining: number } };
    return `status ${exec_info.queue_remaining}`;
  }
  if (type !== "progress_state") return type;
  const nodes = Object.values(data["nodes"] as Record<string, { node_id: string; state: string }>);
  const running = nodes.find(({ state }) => state === "running");
  return running ? `state ${running.node_id} running` : "state finished";
}

const node = (id: string, ...inside: string[]): string[] => [
  `state ${id} running`,
  `executing ${id}`,
  ...inside,
  "state finished",
];

const step = (value: number): string[] => ["state 3 running", `progress ${value}/3`, "binary 1"];

const prologue = ["status 1", "status 1", "execution_start", "execution_cached"];
const epilogue = ["execution_success", "status 0", "executing null"];

async function framesOf(action: () => Promise<unknown>): Promise<readonly Frame[]> {
  const before = client.frames.length;
  await action();
  return client.frames.slice(before);
}

describe("a run of text to image", () => {
  const graph = txt2img({ seed: 5 });

  it("sends the recorded sequence", async () => {
    const frames = await framesOf(() => run(server, client, graph, { client_id: "order" }));
    const sampling = node("3", ...step(1), ...step(2), ...step(3));
    const expected = [
      ...prologue,
      ...["4", "5", "7", "6"].flatMap((id) => node(id)),
      ...sampling,
      ...node("8"),
      ...node("9", "executed 9"),
      ...epilogue,
    ];
    expect(frames.map(shorten)).toEqual(expected);
  });

  it("sends the recorded members, in their order", async () => {
    const members = (type: string): string[] =>
      Object.keys(client.frames.find((frame) => frame.type === type)?.data ?? {});
    expect(members("execution_start")).toEqual(["prompt_id", "timestamp"]);
    expect(members("execution_cached")).toEqual(["nodes", "prompt_id", "timestamp"]);
    expect(members("executing")).toEqual(["node", "display_node", "prompt_id"]);
    expect(members("progress")).toEqual(["value", "max", "prompt_id", "node"]);
    expect(members("progress_state")).toEqual(["prompt_id", "nodes"]);
    expect(members("executed")).toEqual(["node", "display_node", "output", "prompt_id"]);
    const state = client.frames.find(({ type }) => type === "progress_state")?.data["nodes"];
    const names = "value max state node_id prompt_id display_node_id parent_node_id real_node_id";
    expect(Object.keys(Object.values(state as Record<string, object>)[0] ?? {})).toEqual(names.split(" "));
  });

  it("answers an identical graph from the cache, with the old file name and no node at work", async () => {
    let id = "";
    const frames = await framesOf(
      async () => (id = await run(server, client, graph, { client_id: "order" })),
    );
    expect(frames.map(shorten)).toEqual([...prologue, "executed 9", "state finished", ...epilogue]);
    const { outputs, status } = await finished(server, id);
    expect(outputs["9"]?.images).toEqual([{ filename: "test_00001_.png", subfolder: "", type: "output" }]);
    expect(status.messages[1]?.[1]["nodes"]).toEqual(["3", "4", "5", "6", "7", "8", "9"]);
  });

  it("runs only what follows a change", async () => {
    const frames = await framesOf(() => run(server, client, txt2img({ seed: 6 }), { client_id: "order" }));
    const executed = frames.map(shorten).filter((word) => word.startsWith("executing"));
    expect(executed).toEqual(["executing 3", "executing 8", "executing 9", "executing null"]);
  });

  it("lists every picture of a batch in one message", async () => {
    const id = await run(server, client, txt2img({ batch: 2, prefix: "pair" }), { client_id: "order" });
    const names = (await finished(server, id)).outputs["9"]?.images.map(({ filename }) => filename);
    expect(names).toEqual(["pair_00001_.png", "pair_00002_.png"]);
  });

  it("keeps the history item with start, cached and success, and meta for the output", async () => {
    const id = await run(server, client, txt2img({ seed: 8 }), { client_id: "order" });
    const { status, meta } = await finished(server, id);
    expect(status).toMatchObject({ status_str: "success", completed: true });
    expect(status.messages.map(([type]) => type)).toEqual([
      "execution_start",
      "execution_cached",
      "execution_success",
    ]);
    expect(meta["9"]).toEqual({ node_id: "9", display_node: "9", parent_node: null, real_node_id: "9" });
  });
});

describe("a run that does not succeed", () => {
  it("stops at the next step when interrupted, and says where", async () => {
    const { body } = await submit(server, txt2img({ seed: 31, steps: 5000, width: 256, height: 256 }), {
      client_id: "order",
    });
    await client.until(({ type, data }) => type === "progress" && data["prompt_id"] === body.prompt_id);
    await fetch(`${server.url}interrupt`, {
      method: "POST",
      body: JSON.stringify({ prompt_id: body.prompt_id }),
    });
    await client.until(isEndOf(body.prompt_id));
    const end = client.frames.slice(-3);
    expect(end.map(shorten)).toEqual(["execution_interrupted", "status 0", "executing null"]);
    expect(end[0]?.data).toMatchObject({ node_id: "3", node_type: "KSampler" });
    expect((await finished(server, body.prompt_id)).status).toMatchObject({
      status_str: "error",
      completed: false,
    });
  });

  it("reports a node that fails, with the members of the wire, and goes on serving", async () => {
    const id = await run(server, client, txt2img({ prefix: "../../escape" }), { client_id: "order" });
    const error = client.frames.findLast(({ type }) => type === "execution_error");
    const names =
      "prompt_id node_id node_type executed exception_message exception_type traceback current_inputs current_outputs timestamp";
    expect(Object.keys(error?.data ?? {})).toEqual(names.split(" "));
    expect(error?.data).toMatchObject({ node_id: "9", node_type: "SaveImage", exception_type: "Exception" });
    expect((await finished(server, id)).outputs).toEqual({});
    await run(server, client, txt2img(), { client_id: "order" });
  });

  it("keeps waiting prompts out of the run when they are deleted", async () => {
    const first = await submit(server, txt2img({ seed: 40, steps: 5000, width: 256, height: 256 }), {
      client_id: "order",
    });
    const second = await submit(server, txt2img({ seed: 41 }), { client_id: "order" });
    const queue = async () =>
      (await fetch(`${server.url}queue`)).json() as Promise<Record<string, unknown[][]>>;
    expect((await queue())["queue_pending"]?.map((item) => item[1])).toEqual([second.body.prompt_id]);
    await fetch(`${server.url}queue`, {
      method: "POST",
      body: JSON.stringify({ delete: [second.body.prompt_id] }),
    });
    expect(await queue()).toMatchObject({ queue_pending: [] });
    await fetch(`${server.url}interrupt`, { method: "POST" });
    await client.until(isEndOf(first.body.prompt_id));
    expect(client.frames.some(({ data }) => data["prompt_id"] === second.body.prompt_id)).toBe(false);
  });
});
