// Runs on a server: cached results and history entries.
import { afterAll, describe, expect, it } from "vitest";
import { finished, listen, run, txt2img } from "../testing/wire.js";
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
