// This server against what real ones were recorded to do: order of messages, their members, and the bodies of replies.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEndOf, listen, submit, txt2img, type Frame, type Listener } from "../testing/wire.test.support.js";
import { startEmbeddedServer, type EmbeddedServer } from "../server/start.js";
import { bodyShapes } from "./bodies.test.support.js";
import { previewMetadataShape, shapeOfMessage } from "./messages.test.support.js";
import { orders } from "./orders.test.support.js";
import { differences, parseWritten } from "./shape.test.support.js";
import { word } from "./word.test.support.js";

let server: EmbeddedServer;
let client: Listener;
let bystander: Listener;
/** The client's messages as they were written. */
const texts: string[] = [];

beforeAll(async () => {
  server = await startEmbeddedServer();
  client = await listen(server, "client");
  bystander = await listen(server, "bystander");
  client.socket.on("message", (raw: Buffer, isBinary: boolean) => {
    if (!isBinary) texts.push(raw.toString("utf8"));
  });
});
afterAll(async () => {
  await Promise.all([client.close(), bystander.close()]);
  await server.close();
});

interface Run {
  readonly frames: readonly Frame[];
  readonly promptId: string;
}

/** Forgets earlier results, runs the graph for a client and gives what the listener heard of it. */
async function runFor(
  listener: Listener,
  clientId: string | undefined,
  graph: object,
  more: Record<string, unknown> = {},
  keep = false,
): Promise<Run> {
  if (!keep) await fetch(`${server.url}free`, { method: "POST", body: '{"free_memory":true}' });
  const before = listener.frames.length;
  const { body } = await submit(server, graph, {
    ...(clientId !== undefined && { client_id: clientId }),
    ...more,
  });
  const isOver =
    clientId === "client" && listener === client ? isEndOf(body.prompt_id) : endsIdle(listener, before);
  await listener.until(isOver);
  return { frames: listener.frames.slice(before), promptId: body.prompt_id };
}

/** Those who own no prompt learn of its end from the status alone. */
const endsIdle =
  (listener: Listener, before: number) =>
  (frame: Frame): boolean =>
    word(frame) === "status 0" && listener.frames.indexOf(frame) >= before;

const graph = txt2img();

describe("the order of messages", () => {
  it.each<[keyof typeof orders, object, Record<string, unknown>, boolean]>([
    ["normal", graph, {}, false],
    ["all of it cached", graph, {}, true],
    ["with another seed", txt2img({ seed: 2 }), {}, true],
    ["without previews", graph, { extra_data: { preview_method: "none" } }, false],
    ["failing when it saves", txt2img({ prefix: "../../out" }), {}, false],
  ])("of a run: %s", async (name, prompt, more, keep) => {
    const { frames } = await runFor(client, "client", prompt, more, keep);
    expect(frames.map(word)).toEqual(orders[name]);
  });

  it("of a run with preview metadata", async () => {
    const asking = await listen(server, "asking");
    asking.send('{"type":"feature_flags","data":{"supports_preview_metadata":true}}');
    await asking.until(({ type }) => type === "feature_flags");
    const { frames } = await runFor(asking, "asking", graph);
    // The end of the run follows the status.
    expect([...frames.map(word), "executing null"].slice(0, orders.normal.length)).toEqual(
      orders["with preview metadata"],
    );
    const preview = frames.find(({ type }) => type === "binary 4")?.bytes ?? Buffer.alloc(8);
    const picture = 8 + preview.readUInt32BE(4);
    const metadata = parseWritten(preview.toString("utf8", 8, picture));
    expect(differences(metadata, previewMetadataShape)).toEqual([]);
    expect(metadata).toMatchObject({ node_id: "3", image_type: "image/jpeg" });
    expect(preview.toString("hex", picture, picture + 2)).toBe("ffd8");
    await asking.close();
  });

  it("that somebody else's run gives to a bystander", async () => {
    const { frames } = await runFor(bystander, "client", graph);
    expect(frames.map(word)).toEqual(orders["of another client"]);
  });

  it("of a run that belongs to no client: everybody hears its progress, nobody its end", async () => {
    const { frames } = await runFor(bystander, undefined, graph);
    expect(frames.map(word)).toEqual(orders["without a client, seen by anybody"]);
  });
});

describe("the members of", () => {
  it("every message of these runs, in their order and with their types", async () => {
    await runFor(client, "client", graph);
    const wrong = texts.flatMap((text) => {
      const { type, data } = parseWritten(text) as Frame;
      const shape = shapeOfMessage(type, data);
      return shape === undefined ? [`${type} is unknown`] : differences(data, shape, type);
    });
    expect(wrong).toEqual([]);
  });
});

describe("the members of the body of", () => {
  let promptId: string;
  beforeAll(async () => {
    await fetch(`${server.url}history`, { method: "POST", body: '{"clear":true}' });
    ({ promptId } = await runFor(client, "client", graph));
  });

  it.each(Object.entries(bodyShapes))("GET /%s", async (route, shape) => {
    const reply = await fetch(server.url + route.replace("{id}", promptId));
    expect(differences(parseWritten(await reply.text()), shape)).toEqual([]);
  });
});
