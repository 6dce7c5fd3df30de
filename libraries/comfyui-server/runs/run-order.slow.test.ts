// Runs on a server: cached results, history entries, interrupts and errors.
import { afterAll, describe, expect, it } from "vitest";
import { finished, isEndOf, listen, run, submit, txt2img } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
const client = await listen(server, "order");
afterAll(async () => {
  await client.close();
  await server.close();
});

describe("a run of text to image", () => {
  const graph = txt2img({ seed: 5 });

  it("uses the new id as key and keeps the original id in meta when a cached graph is renumbered", async () => {
    const renumbered = JSON.parse(JSON.stringify(graph).replace(/"(\d)"/g, '"10$1"')) as typeof graph;
    await run(server, client, graph, { client_id: "order" });
    const { outputs, meta, status } = await finished(
      server,
      await run(server, client, renumbered, { client_id: "order" }),
    );
    expect(Object.keys(outputs)).toEqual(["109"]);
    expect(meta["109"]).toMatchObject({ node_id: "9", display_node: "9" });
    expect(status.messages[1]?.[1]["nodes"]).toHaveLength(7);
  });

  it("runs again with a nonce, and after the cache was cleared", async () => {
    const started = (): number => client.frames.filter(({ type }) => type === "progress").length;
    await run(server, client, graph, { client_id: "order" });
    const before = started();
    const nonce = txt2img({ seed: 5 });
    Object.assign(nonce["3"]?.inputs ?? {}, { _nonce: 7 });
    await run(server, client, nonce, { client_id: "order" });
    expect(started()).toBe(before + 3);
    await fetch(`${server.url}free`, { method: "POST", body: '{"free_memory":true}' });
    await run(server, client, nonce, { client_id: "order" });
    expect(started()).toBe(before + 6);
  });

  it("lists all images of a batch in one message", async () => {
    const id = await run(server, client, txt2img({ batch: 2, prefix: "pair" }), { client_id: "order" });
    const names = (await finished(server, id)).outputs["9"]?.images.map(({ filename }) => filename);
    expect(names).toEqual(["pair_00001_.png", "pair_00002_.png"]);
  });

  it("stores a history entry with start, cached and success messages and meta of the output", async () => {
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
  it("stops at the next step after an interrupt, and reports the node", async () => {
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
    expect(end.map(({ type }) => type)).toEqual(["execution_interrupted", "status", "executing"]);
    expect(end[0]?.data).toMatchObject({ node_id: "3", node_type: "KSampler" });
    expect((await finished(server, body.prompt_id)).status).toMatchObject({
      status_str: "error",
      completed: false,
    });
  });

  it("reports a failing node with the members of a real server, and continues to serve", async () => {
    const id = await run(server, client, txt2img({ prefix: "../../escape" }), { client_id: "order" });
    const error = client.frames.findLast(({ type }) => type === "execution_error");
    const names =
      "prompt_id node_id node_type executed exception_message exception_type traceback current_inputs current_outputs timestamp";
    expect(Object.keys(error?.data ?? {})).toEqual(names.split(" "));
    expect(error?.data).toMatchObject({ node_id: "9", node_type: "SaveImage", exception_type: "Exception" });
    expect((await finished(server, id)).outputs).toEqual({});
    await run(server, client, txt2img(), { client_id: "order" });
  });

  it("does not run pending prompts that were deleted", async () => {
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
