// One list of situations of ComfyUI's protocol, sent to both engines: to the embedded server, and to the facade in
// front of a backend and of a pool. The same request has the same form of answer.

import { afterAll, expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import {
  isEndOf,
  listen,
  txt2img,
  type Frame,
  type Listener,
} from "../../libraries/comfyui-server/testing/wire.js";
import { startEmbeddedServer } from "../../plugins/backend-embedded/testing.js";
import { startFacedGateway } from "./facade.test.support.js";
import { startPoolGateway } from "./pool-gateway.test.support.js";

const ids = {
  done: "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c11",
  runs: "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c12",
  waits: "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c13",
  later: "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c14",
};

/**
 * A server under its address, a socket of the client `c`, and the query for a picture that was uploaded: a backend
 * chooses the name.
 */
interface Engine {
  readonly url: string;
  readonly client: Listener;
  readonly picture: URLSearchParams;
}

interface Upload {
  readonly name: string;
  readonly subfolder: string;
  readonly type: string;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const submit = (prompt: unknown, more: object = {}) => post({ prompt, client_id: "c", ...more });
const long = (seed: number) => txt2img({ seed, steps: 5_000, width: 256, height: 256 });

const picture = encodePng({ width: 2, height: 2, rgba: new Uint8Array(16).fill(200) });
const form = (fields: Readonly<Record<string, string | Buffer>>) => (): RequestInit => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string") body.set(name, value);
    else body.set(name, new Blob([new Uint8Array(value)]), "p.png");
  return { method: "POST", body };
};

const embedded = await startEmbeddedServer();
const gateway = await startFacedGateway();
const pool = await startPoolGateway(["one"]);
/** The embedded server first. */
const engines = await Promise.all(
  [embedded.url, gateway.url, pool.url].map(async (url) => {
    const client = await listen({ url }, "c");
    await fetch(`${url}prompt`, submit(txt2img(), { prompt_id: ids.done }));
    await client.until(isEndOf(ids.done));
    const stored = (await (await fetch(`${url}upload/image`, form({ image: picture })())).json()) as Upload;
    const { name: filename, subfolder, type } = stored;
    return { url, client, picture: new URLSearchParams({ filename, subfolder, type }) };
  }),
);
afterAll(async () => {
  for (const { client } of engines) await client.close();
  await Promise.all([embedded.close(), gateway.close(), pool.close()]);
});

/** The form of a JSON value: the names of its members, the types of its values, and of a list the form of each item. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]));
}

/**
 * A backend does not say what an input allows when it refuses a value. A pool gives an upload to a member with the
 * first prompt that needs it, so that no member lists it among its choices before.
 */
const isLeftOut = (line: string): boolean =>
  /\/input_config\/|LoadImage\w*\/input\/required\/image\/0/.test(line);

const comparedHeaders = ["content-type", "content-length", "allow", "content-range", "accept-ranges"];
const texts = /"(type|status)":"[^"]*"/g;

/** Status, headers, the form of the body, and the texts in it that clients decide by. */
async function answerOf({ url, picture: query }: Engine, path: string, sent: RequestInit): Promise<unknown> {
  const reply = await fetch(url + path.replace("PICTURE", query.toString()), sent);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
  const text = isJson ? bytes.toString() : "";
  const headers = comparedHeaders.filter((name) => !isJson || name !== "content-length");
  return {
    status: reply.status,
    headers: headers.map((name) => [name, reply.headers.get(name)]),
    body: text !== "" ? formOf(JSON.parse(text)) : bytes.subarray(0, 40).toString("latin1"),
    texts: [...(text.match(texts) ?? [])].sort(),
  };
}

type Situation = readonly [path: string, sent?: RequestInit | (() => RequestInit)];
const ask = async ([path, sent = {}]: Situation): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  // One after the other: both change the same in the same order.
  for (const engine of engines)
    answers.push(await answerOf(engine, path, typeof sent === "function" ? sent() : sent));
  return answers;
};

const unknown = "0e2b9a52-6a3e-4a55-8c0a-2f5b0d6b8c99";
const wrongValue = txt2img({ checkpoint: "none.safetensors" });

/** While nothing runs. */
const quiet: readonly Situation[] = [
  ["prompt"],
  ["queue"],
  ["api/queue", { method: "HEAD" }],
  ["queue/"],
  ["queue", { method: "DELETE" }],
  ["interrupt"],
  ["ws"],
  ["nothing", post({})],
  ["history"],
  ["history?max_items=1&offset=0"],
  ["history?max_items=0&offset=0"],
  ["history?max_items=0"],
  [`history/${ids.done}`],
  [`history/${unknown}`],
  ["jobs"],
  ["api/jobs"],
  ["api/jobs?status=completed&limit=1&sort_order=asc"],
  ["api/jobs?status=nope"],
  ["api/jobs?limit=0"],
  [`api/jobs/${ids.done}`],
  [`api/jobs/${unknown}`],
  ["api/jobs/cancel", post({})],
  ["api/jobs/cancel", post({ job_ids: ["x"] })],
  [`api/jobs/${ids.done}/cancel`, post({})],
  ["prompt", post({})],
  ["prompt", post({ prompt: {} })],
  ["prompt", submit(wrongValue)],
  ["embeddings"],
  ["object_info/Nothing"],
  ["object_info/KSampler"],
  ["object_info"],
  ["view"],
  ["view?filename=none.png"],
  ["view?filename=../p.png"],
  ["view?filename=p.png&type=models"],
  ["view?filename=p.png&type=input&subfolder=../.."],
  ["view?PICTURE"],
  ["view?PICTURE", { headers: { Range: "bytes=0-3" } }],
  ["view?PICTURE", { headers: { Range: "bytes=999999-" } }],
  ["view?PICTURE&preview=webp;50"],
  ["view?PICTURE&preview=jpeg;50"],
  ["view?PICTURE&channel=a"],
  ["upload/image", form({ image: picture })],
  ["upload/image", form({ image: picture, subfolder: "cats" })],
  ["upload/image", form({})],
  ["upload/image", form({ image: picture, subfolder: "../cats" })],
];

const submissions: readonly Situation[] = [
  ["prompt", submit(long(1), { prompt_id: ids.runs })],
  ["prompt", submit(txt2img({ seed: 2 }), { prompt_id: ids.waits })],
  ["prompt", submit(txt2img({ seed: 3 }), { prompt_id: ids.later })],
];

/** While one prompt runs and two wait. */
const busy: readonly Situation[] = [
  ["queue"],
  [`history/${ids.runs}`],
  ["api/jobs?status=in_progress,pending&sort_order=asc"],
  [`api/jobs/${ids.waits}`],
  ["queue", post({ delete: [ids.runs, ids.later, unknown] })],
  ["prompt"],
  [`api/jobs/${ids.waits}/cancel`, post({})],
  ["api/jobs/cancel", post({ job_ids: [ids.waits, unknown] })],
  ["interrupt", post({ prompt_id: unknown })],
  ["prompt"],
  ["interrupt", post({})],
];

/** Each part of an answer as a line. */
function linesOf(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${at} ${String(value)}`];
  const members = Object.entries(value);
  return members.length === 0
    ? [`${at} empty`]
    : members.flatMap(([name, member]) => linesOf(member, `${at}/${name}`));
}

/** The parts of answers that the server alone has, or a facade alone. */
async function differing(situations: readonly Situation[]): Promise<readonly string[]> {
  const different: string[] = [];
  for (const situation of situations) {
    const [server = [], ...facades] = (await ask(situation)).map((answer) =>
      linesOf(answer).filter((line) => !isLeftOut(line)),
    );
    const [path, sent] = situation;
    const named = `${typeof sent === "object" ? (sent.method ?? "GET") : "GET"} /${path}`;
    for (const [at, lines] of facades.entries()) {
      const where = at === 0 ? "backend" : "pool";
      for (const line of server)
        if (!lines.includes(line)) different.push(`${named}: ${line}, not of a ${where}`);
      for (const line of lines)
        if (!server.includes(line)) different.push(`${named}: ${line}, of a ${where} alone`);
    }
  }
  return different;
}

it("while nothing runs, the answers have the same form", async () => {
  expect(await differing(quiet)).toEqual([]);
});

it("while prompts run and wait, the answers have the same form", async () => {
  expect(await differing(submissions)).toEqual([]);
  const hasBegun = ({ type, data }: Frame) => type === "progress" && data["prompt_id"] === ids.runs;
  await Promise.all(engines.map(({ client }) => client.until(hasBegun)));
  expect(await differing(busy)).toEqual([]);
});

it("after an interrupt without an id, all tell the client and the history how the run has ended", async () => {
  const ended = await Promise.all(
    engines.map(async ({ url, client }) => {
      await client.until(isEndOf(ids.runs));
      const history = (await (await fetch(`${url}history/${ids.runs}`)).json()) as Record<
        string,
        { status: { messages: [string, object][] } }
      >;
      const told = client.frames.filter(({ data }) => data["prompt_id"] === ids.runs).map(({ type }) => type);
      return [history[ids.runs]?.status.messages.map(([type]) => type), [...new Set(told)].sort()];
    }),
  );
  expect(ended.slice(1)).toEqual([ended[0], ended[0]]);
});

it.each<[string, RequestInit, readonly [server: number, facade: number]]>([
  ["queue", post("{"), [500, 400]],
  ["queue", post(["clear"]), [500, 400]],
  ["history", post({ delete: 5 }), [500, 400]],
  ["history?max_items=x", {}, [500, 400]],
  ["prompt", post("{"), [500, 400]],
  ["upload/image", form({ image: "no file" })(), [500, 400]],
  ["upload/image", form({ image: picture, type: "bogus" })(), [500, 400]],
  ["upload/mask", form({ image: picture, original_ref: "{}" })(), [500, 400]],
  ["upload/mask", form({ image: picture, original_ref: '{"filename":"none.png"}' })(), [200, 404]],
  ["upload/image", form({ image: picture, type: "output" })(), [200, 400]],
])("%s %j: the statuses differ on purpose", async (path, sent, statuses) => {
  const replies = await Promise.all(engines.map(({ url }) => fetch(url + path, sent)));
  const [server, facade] = statuses;
  expect(replies.map(({ status }) => status)).toEqual([server, facade, facade]);
});

it("a mask becomes the alpha channel of the picture that the client names", async () => {
  const stored = await Promise.all(
    engines.map(async ({ url, picture: query }) => {
      const original_ref = JSON.stringify(Object.fromEntries(query));
      const mask = form({ image: picture, original_ref, subfolder: "masks" })();
      const reply = await fetch(`${url}upload/mask`, mask);
      return [reply.status, formOf(await reply.json())];
    }),
  );
  expect(stored.slice(1)).toEqual([stored[0], stored[0]]);
});

it("a class that nobody has is refused by all, as by the version of each", async () => {
  const unknownClass = submit({ 1: { class_type: "Nothing", inputs: {} } });
  const types = await Promise.all(
    engines.map(async ({ url }) => {
      const reply = await fetch(`${url}prompt`, unknownClass);
      return [reply.status, ((await reply.json()) as { error: { type: string } }).error.type];
    }),
  );
  // The embedded server speaks the protocol of 0.8; newer servers say which node it is.
  expect(types).toEqual([
    [400, "invalid_prompt"],
    [400, "missing_node_type"],
    [400, "missing_node_type"],
  ]);
});
