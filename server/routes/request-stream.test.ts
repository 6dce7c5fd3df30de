// Replies that reach the client of the API while they come: endless ones, cancelled ones, broken ones, and the secrets in them.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Client, type HttpReplyPart, type HttpRequest } from "@pictor/client";
import { startOriginServer, type OriginServer } from "../testing/origin-server.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let origin: OriginServer;
let client: Client;
const marker = "TULIP-canary-12345";
process.env["PICTOR_TEST_TULIP"] = marker;

beforeEach(async () => {
  origin = await startOriginServer();
  test = await startTestServer();
  client = createClient({ url: `http://127.0.0.1:${test.port}`, token: test.server.token });
});
afterEach(async () => {
  await test.close();
  await origin.close();
});

const eventsOf = (text: string): string => `${origin.url}/events/${encodeURIComponent(text)}`;
const follow = (request: Partial<HttpRequest>) =>
  client.streamRequest({ url: eventsOf("data: 1\n\n"), ...request });
async function next(parts: AsyncGenerator<HttpReplyPart>): Promise<HttpReplyPart> {
  const { done, value } = await parts.next();
  if (done === true) throw new Error("the stream has ended");
  return value;
}
async function all(parts: AsyncGenerator<HttpReplyPart>): Promise<HttpReplyPart[]> {
  const list: HttpReplyPart[] = [];
  for await (const part of parts) list.push(part);
  return list;
}

describe("an endless reply", () => {
  it("comes while the server sends it, and a cancelled one keeps what came", async () => {
    const parts = follow({ id: "one" });
    expect(await next(parts)).toMatchObject({ type: "head", id: "one", status: 200 });
    expect(await next(parts)).toEqual({ type: "data", text: "data: 1\n\n" });
    await client.calls.deleteRequest({ params: { id: "one" } });
    const end = await next(parts);
    expect(end).toMatchObject({ type: "end", reply: { body: { text: "data: 1\n\n", isComplete: false } } });
    expect(end).not.toHaveProperty("problem");
    await origin.abandoned;
    const kept = await client.calls.readRequestBody({ params: { id: "one" } });
    expect(await kept.text()).toBe("data: 1\n\n");
  });

  it("ends at the server when the reader leaves, and is in the history with its status and no error", async () => {
    for await (const part of follow({})) if (part.type === "data") break;
    await origin.abandoned;
    const sent = async () => (await client.calls.listSentRequests()).requests;
    await expect.poll(sent).toMatchObject([{ status: 200 }]);
    expect((await sent())[0]).not.toHaveProperty("error");
  });

  it("has its beginning as a whole reply, when it was cancelled or read long enough", async () => {
    const url = eventsOf("data: 1\n\n");
    const reply = await client.calls.sendRequest({ body: { url, readMs: 20 } });
    expect(reply.body).toMatchObject({ text: "data: 1\n\n", isComplete: false });
    await origin.abandoned;
  });

  it("does not wait for a line that has no end yet", async () => {
    const parts = follow({ url: eventsOf("data: 1\n\ndata: hal") });
    await next(parts);
    expect(await next(parts)).toEqual({ type: "data", text: "data: 1\n\n" });
    await parts.return(undefined);
  });
});

describe("a reply with an end", () => {
  it("is the same as a whole one", async () => {
    const [head, ...rest] = await all(follow({ method: "POST", url: origin.url, body: { text: "a" } }));
    expect(head).toMatchObject({ type: "head", status: 200 });
    expect(rest.map(({ type }) => type)).toEqual(["data", "end"]);
    const [data, end] = rest;
    expect(data?.type === "data" && end?.type === "end" && end.reply.body.text === data.text).toBe(true);
    expect(end).not.toHaveProperty("reply.body.isComplete");
    const { requests } = await client.calls.listSentRequests();
    expect(requests).toMatchObject([{ method: "POST", status: 200 }]);
  });
  it("of bytes has them as base64", async () => {
    const parts = await all(follow({ url: `${origin.url}/bytes` }));
    const bytes = parts.flatMap((part) =>
      part.type === "data" ? Buffer.from(part.base64 ?? "", "base64") : [],
    );
    expect(Buffer.concat(bytes)).toEqual(Buffer.alloc(100_000, 0xff));
  });
  it("that breaks off keeps what came, with the problem", async () => {
    const parts = await all(follow({ url: `${origin.url}/broken` }));
    expect(parts.slice(1)).toMatchObject([
      { type: "data", text: "half\n" },
      { type: "end", problem: { code: "REQUEST_FAILED" }, reply: { body: { isComplete: false } } },
    ]);
  });
  it("that does not begin is the error of the call", async () => {
    await expect(next(follow({ url: "http://127.0.0.1:1/" }))).rejects.toMatchObject({
      code: "REQUEST_FAILED",
    });
  });
});

it("a secret that the server repeats is hidden in the parts", async () => {
  await test.call("PUT", "/v1/profiles/work", {
    body: {
      type: "bearer",
      schemes: { bearer: { token: { $env: "PICTOR_TEST_TULIP" } } },
      origins: [origin.url],
    },
  });
  const parts = follow({ url: eventsOf(`data: ${marker}\n\n`), auth: "work" });
  await next(parts);
  expect(await next(parts)).toEqual({ type: "data", text: "data: ***\n\n" });
  await parts.return(undefined);
});
