// A stranger's plugin, written from the plugin guide alone: the npm client of Replicate, unchanged, makes images on the
// embedded backend.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pluginContract } from "@pictor/host/testing";
import Replicate, { type Prediction } from "replicate";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../server/testing/start-server.js";
import { read, root } from "./sources.test.support.js";

const folder = join(root, "test/fixtures/api-replicate");
const input = { prompt: "a kite", width: 64, height: 64, steps: 2 };

const clientWith = (auth: string) => new Replicate({ auth, baseUrl: `${test.server.url}/replicate/v1` });
const test = await startTestServer({ sources: [{ kind: "directory", path: folder }] });
const replicate = clientWith(test.server.token);
afterAll(() => test.close());

/** The bytes behind the only link of a prediction, which needs no header. */
async function download({ output }: Prediction): Promise<Buffer> {
  const [address, ...others] = output as readonly string[];
  expect(others).toEqual([]);
  const reply = await fetch(address ?? "");
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/png"]);
  return Buffer.from(await reply.arrayBuffer());
}

/** The settings of an image, from its own metadata. */
async function settingsOf(image: Buffer): Promise<unknown> {
  const headers = { "Content-Type": "image/png" };
  const { recall } = (await test.call("POST", "/v1/inspect", { body: image, headers })).json();
  return (recall as { readonly params: unknown }).params;
}

/** The status and the body of a refusal, which the client has put into the message of its error. */
async function refusalOf(calling: Promise<unknown>): Promise<readonly unknown[]> {
  const { message } = await calling.then(
    () => expect.fail("was not refused"),
    (error: unknown) => error as Error,
  );
  const [, status, body = "null"] = /failed with status (\d+)[^:]*: (.*)\.$/s.exec(message) ?? [];
  return [Number(status), JSON.parse(body) as unknown];
}

it("makes an image while the client waits, and links to it", async () => {
  const prediction = await replicate.predictions.create({ version: "txt2img", input, wait: true });
  expect(prediction).toMatchObject({
    status: "succeeded",
    error: null,
    model: "pictor/txt2img",
    version: "txt2img",
    input,
    logs: "100%|#| 1/1\n",
    urls: { get: `${test.server.url}/replicate/v1/predictions/${prediction.id}` },
  });
  expect(Date.parse(prediction.completed_at ?? "")).toBeGreaterThan(Date.parse(prediction.created_at));
  expect(await settingsOf(await download(prediction))).toMatchObject(input);
  expect(await replicate.predictions.get(prediction.id)).toMatchObject({ id: prediction.id, input });
});

it("runs a model by its name, with an image as an input, and reports each state to a client that polls", async () => {
  const seen: string[] = [];
  const first = await replicate.predictions.create({ model: "pictor/txt2img", input, wait: 60 });
  const image = `data:image/png;base64,${(await download(first)).toString("base64")}`;
  const output = await replicate.run(
    "pictor/img2img:img2img",
    { input: { prompt: "a boat", steps: 2, image }, wait: { mode: "poll", interval: 5 } },
    ({ status }) => seen.push(status),
  );
  expect([seen[0], seen.at(-1)]).toEqual(["starting", "succeeded"]);
  expect(output).toEqual([expect.stringMatching(/\/outputs\/0\?link=/)]);
});

it("cancels a prediction that runs", async () => {
  const stop = new AbortController();
  const large = { prompt: "a kite", width: 1024, height: 1024, steps: 150 };
  let id = "";
  const output = await replicate.run(
    "pictor/txt2img",
    { input: large, wait: { mode: "poll", interval: 5 }, signal: stop.signal },
    (prediction) => {
      ({ id } = prediction);
      if (prediction.status === "processing") stop.abort();
    },
  );
  expect(output).toBeNull();
  const ended = await replicate.wait(await replicate.predictions.get(id), { interval: 5 });
  expect(ended).toMatchObject({ status: "canceled", error: null });
});

describe("refuses in Replicate's shape", () => {
  it("inputs that the workflow does not have, each by its name", async () => {
    const wrong = { ...input, steps: "many", widht: 64 };
    const [status, body] = await refusalOf(
      replicate.predictions.create({ version: "txt2img", input: wrong }),
    );
    expect([status, body]).toMatchObject([
      422,
      { status: 422, title: expect.stringContaining("widht") as string },
    ]);
    const { invalid_fields: fields } = body as { readonly invalid_fields: readonly object[] };
    expect(fields).toContainEqual({
      field: "input.steps",
      description: 'expected an integer, found a string: "many"',
    });
    expect(fields).toHaveLength(2);
  });

  it.each<[string, () => Promise<unknown>, number, RegExp]>([
    [
      "a workflow that is unknown",
      () => replicate.predictions.create({ model: "a/b", input }),
      422,
      /no workflow "b"/,
    ],
    ["a prediction that is unknown", () => replicate.predictions.get("none"), 404, /no job none/],
    [
      "a webhook",
      () => replicate.predictions.create({ version: "txt2img", input, webhook: test.server.url }),
      422,
      /webhook/,
    ],
    [
      "a request without an input",
      () => replicate.request("/predictions", { method: "POST", data: {} }),
      422,
      /no input/,
    ],
    ["a route that it does not have", () => replicate.models.list(), 404, /no GET/],
    ["a token that is unknown", () => clientWith("unknown").predictions.list(), 401, /token/],
  ])("%s", async (_title, call, status, title) => {
    expect(await refusalOf(call())).toEqual([
      status,
      { status, title: expect.stringMatching(title) as string, detail: expect.any(String) as string },
    ]);
  });
});

it("keeps apart what two clients do at the same time, and lists for each what it has asked for", async () => {
  const tokenOf = async (name: string) => {
    const { bytes } = await test.call("POST", "/v1/tokens", { body: { name, scopes: ["generate"] } });
    return (JSON.parse(bytes.toString()) as { readonly token: string }).token;
  };
  const clients = await Promise.all(
    ["anna", "ben"].map(async (name) => [name, clientWith(await tokenOf(name))] as const),
  );
  await Promise.all(
    clients.map(async ([name, client], index) => {
      const inputs = [0, 1].map((turn) => ({
        ...input,
        prompt: `${name} ${turn}`,
        width: 64 * (1 + turn + 2 * index),
      }));
      const made = await Promise.all(
        inputs.map((one) => client.predictions.create({ version: "txt2img", input: one, wait: true })),
      );
      expect(await Promise.all(made.map(async (one) => settingsOf(await download(one))))).toMatchObject(
        inputs,
      );
      const { results } = await client.predictions.list();
      expect(new Set(results.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
    }),
  );
  const reply = await clients[0]?.[1].request("/predictions", { method: "GET", params: { limit: 1 } });
  const page = (await reply?.json()) as { readonly next: string; readonly results: readonly Prediction[] };
  const rest = await clients[0]?.[1].request(new URL(page.next), { method: "GET" });
  expect(page.results).toHaveLength(1);
  expect(await rest?.json()).toMatchObject({ next: null, results: [{ status: "succeeded" }] });
});

describe("the plugin", () => {
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => read(join(folder, name)));

  it("has less than 150 lines of code, in files that say what they are for", () => {
    expect(sources.flatMap(({ text }) => text.trimEnd().split("\n")).length).toBeLessThan(150);
    expect(sources.filter(({ text }) => !text.startsWith("// "))).toEqual([]);
  });

  it("imports what the guide names, and its own files", () => {
    const imports = new Set(sources.flatMap((source) => source.imports));
    const own = sources.map(({ path }) => `./${path.slice(path.lastIndexOf("/") + 1)}`);
    expect([...imports].filter((name) => !own.includes(name))).toEqual(["@pictor/kernel/plugin"]);
    expect(
      Object.keys(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as object),
    ).not.toContain("dependencies");
  });

  for (const { id, name, run } of pluginContract(folder)) it(`${id}: ${name}`, run);
});
