// Compares this server with recordings of real servers: order and members of messages, bodies of replies.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEndOf, listen, submit, txt2img, type Frame, type Listener } from "../testing/wire.js";
import { startServer } from "../testing/start.js";
import { bodyShapes } from "../testing/recorded/bodies.js";
import { shapeOfMessage } from "../testing/recorded/messages.js";
import { orders } from "../testing/recorded/orders.js";
import { differences, parseWithFloats } from "../testing/recorded/shape.js";
import { summarize } from "../testing/recorded/summarize.js";

/** The client's messages in the form of the recordings. */
const texts: string[] = [];

const server = await startServer();
const client = await listen(server, "client");
const otherClient = await listen(server, "otherClient");
client.socket.on("message", (raw: Buffer, isBinary: boolean) => {
  if (!isBinary) texts.push(raw.toString("utf8"));
});
afterAll(async () => {
  await Promise.all([client.close(), otherClient.close()]);
  await server.close();
});

interface Run {
  readonly frames: readonly Frame[];
  readonly promptId: string;
}

/** Clears the cache, runs the graph for a client, and returns the frames that the listener received. */
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

/** Clients that did not submit the prompt recognize its end by the status only. */
const endsIdle =
  (listener: Listener, before: number) =>
  (frame: Frame): boolean =>
    summarize(frame) === "status 0" && listener.frames.indexOf(frame) >= before;

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
    expect(frames.map(summarize)).toEqual(orders[name]);
  });

  it("that another client's run sends to a client", async () => {
    const { frames } = await runFor(otherClient, "client", graph);
    expect(frames.map(summarize)).toEqual(orders["of another client"]);
  });

  it("of a run without a client id: all clients receive its progress, none its end", async () => {
    const { frames } = await runFor(otherClient, undefined, graph);
    expect(frames.map(summarize)).toEqual(orders["without a client id"]);
  });
});

describe("the members of", () => {
  it("every message of these runs, in their order and with their types", async () => {
    await runFor(client, "client", graph);
    const wrong = texts.flatMap((text) => {
      const { type, data } = parseWithFloats(text) as Frame;
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

  /** Members that this server has in addition, because newer servers have them, and present front ends ask for them. */
  const newerShapes: typeof bodyShapes = {
    ...bodyShapes,
    features: {
      supports_preview_metadata: "boolean",
      supports_model_type_tags: "boolean",
      max_upload_size: "integer",
      node_replacements: "boolean",
      extension: { manager: { supports_v4: "boolean" } },
    },
    "experiment/models": [{ name: "string", folders: ["string"], extensions: ["string"] }],
  };

  it.each(Object.entries(newerShapes))("GET /%s", async (route, shape) => {
    const reply = await fetch(server.url + route.replace("{id}", promptId));
    expect(differences(parseWithFloats(await reply.text()), shape)).toEqual([]);
  });
});
