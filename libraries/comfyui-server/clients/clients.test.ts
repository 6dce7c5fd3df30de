// Sockets: recipients of messages, previews, feature flags, reconnecting.
import { afterAll, describe, expect, it } from "vitest";
import { listen, run, submit, txt2img, isEndOf } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
afterAll(() => server.close());

describe("previews", () => {
  it("are sent with metadata, before the progress message, after the flag was negotiated", async () => {
    const client = await listen(server, "flagged");
    client.send(JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } }));
    const reply = await client.until(({ type }) => type === "feature_flags");
    expect(reply.data).toMatchObject({ supports_preview_metadata: true, max_upload_size: 104857600 });
    const id = await run(server, client, txt2img({ seed: 100, steps: 1 }), { client_id: "flagged" });
    const at = client.frames.findIndex(({ type }) => type === "binary 4");
    expect(client.frames[at - 1]?.type).toBe("progress_state");
    expect(client.frames[at + 1]?.type).toBe("progress");
    const bytes = client.frames[at]?.bytes ?? Buffer.alloc(0);
    const length = bytes.readUInt32BE(4);
    expect(JSON.parse(bytes.toString("utf8", 8, 8 + length))).toEqual({
      node_id: "3",
      prompt_id: id,
      display_node_id: "3",
      parent_node_id: null,
      real_node_id: "3",
      image_type: "image/jpeg",
    });
    expect(bytes.readUInt16BE(8 + length)).toBe(0xffd8);
    await client.close();
  });

  it("are plain when the first message is not the feature flags", async () => {
    const client = await listen(server, "late");
    client.send(JSON.stringify({ type: "hello", data: {} }));
    client.send(JSON.stringify({ type: "feature_flags", data: { supports_preview_metadata: true } }));
    await run(server, client, txt2img({ seed: 101, steps: 1 }), { client_id: "late" });
    const preview = client.frames.find(({ type }) => type === "binary 1");
    expect(preview?.bytes?.readUInt32BE(4)).toBe(1);
    expect(client.frames.some(({ type }) => type === "feature_flags")).toBe(false);
    await client.close();
  });

  it("are not sent when the prompt asks for none", async () => {
    const client = await listen(server, "plain");
    const more = { client_id: "plain", extra_data: { preview_method: "none" } };
    await run(server, client, txt2img({ seed: 102, steps: 1 }), more);
    expect(client.frames.some(({ type }) => type.startsWith("binary"))).toBe(false);
    await client.close();
  });
});

describe("several clients", () => {
  it("receive messages about their own prompts only, and the status of the queue", async () => {
    const [mine, other] = [await listen(server, "mine"), await listen(server, "other")];
    await run(server, mine, txt2img({ seed: 110, steps: 1 }), { client_id: "mine" });
    expect(new Set(other.frames.map(({ type }) => type))).toEqual(new Set(["status"]));
    expect(other.frames.length).toBeGreaterThan(3);
    await mine.close();
    await other.close();
  });

  it("with one id: the newest socket receives messages, also after an older one has closed", async () => {
    const older = await listen(server, "twice");
    const newer = await listen(server, "twice");
    await older.close();
    await run(server, newer, txt2img({ seed: 111, steps: 1 }), { client_id: "twice" });
    expect(older.frames.some(({ type }) => type === "executing")).toBe(false);
    await newer.close();
  });

  it("receive the active node when they reconnect during their run", async () => {
    const first = await listen(server, "again");
    const { body } = await submit(server, txt2img({ seed: 112, steps: 5000, width: 256, height: 256 }), {
      client_id: "again",
    });
    await first.until(({ type }) => type === "progress");
    await first.close();
    const second = await listen(server, "again");
    expect((await second.until(({ type }) => type === "executing")).data).toEqual({ node: "3" });
    await fetch(`${server.url}interrupt`, { method: "POST" });
    await second.until(isEndOf(body.prompt_id));
    await second.close();
  });

  it("without an id receive a generated one", async () => {
    const client = await listen(server, "");
    expect((await client.until(({ type }) => type === "status")).data["sid"]).toMatch(/^[0-9a-f]{32}$/);
    await client.close();
  });
});
