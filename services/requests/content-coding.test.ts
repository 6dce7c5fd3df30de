// Compressed replies over real sockets: asked for, decompressed while they come, and as they are where the caller wishes it.

import { once } from "node:events";
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { OutgoingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { streamCodings } from "@pictor/inflate/codings";
import { lab } from "../testing/loopback-servers.js";
import type { RequestInput, SendOptions } from "@pictor/kernel";

const text = JSON.stringify({ items: ["a", "ü"] });
const accepted = streamCodings.join(", ");

interface Served {
  readonly coding: string | undefined;
  readonly body: string | Buffer;
  readonly status?: number;
}
async function exchange(
  { coding, body, status = 200 }: Served,
  input: Partial<RequestInput> = {},
  options: SendOptions = {},
) {
  const { server, pictor } = await lab.open((_request, response) =>
    response.writeHead(status, coding === undefined ? {} : { "content-encoding": coding }).end(body),
  );
  return { server, reply: await pictor.send({ url: server.origin, ...input }, options) };
}

describe("the header Accept-Encoding", () => {
  const sent = async (input: Partial<RequestInput>) => {
    const { server } = await exchange({ coding: undefined, body: "" }, input);
    return server.arrived[0]?.headers["accept-encoding"];
  };
  it("names what can be decompressed", async () => {
    expect(await sent({})).toBe(accepted);
  });
  it.each<[string, Partial<RequestInput>, string | undefined]>([
    ["is the caller's", { headers: { "accept-encoding": "gzip;q=0.1" } }, "gzip;q=0.1"],
    ["is not sent with a range", { headers: { Range: "bytes=0-1" } }, undefined],
    ["is not sent for raw bytes", { compressed: false }, undefined],
  ])("%s", async (_case, input, expected) => {
    expect(await sent(input)).toBe(expected);
  });
  it("is there when a scheme signs", async () => {
    const { server, pictor } = await lab.open();
    const seen: (string | undefined)[] = [];
    pictor.hooks.beforeSend.tap({ name: "see", band: "observe" }, ({ headers }) => {
      seen.push(headers.find(([name]) => name === "Accept-Encoding")?.[1]);
    });
    await pictor.send({ url: server.origin });
    expect(seen).toEqual([accepted]);
  });
});

describe("a reply", () => {
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", text],
    ["gzip, identity, br", brotliCompressSync(gzipSync(text))],
    ["gzip", ""],
  ])("with the coding %s is decompressed", async (coding, body) => {
    const { reply } = await exchange({ coding, body });
    expect(reply.headers["content-encoding"]).toBe(coding);
    expect([await reply.text(), reply.notes]).toEqual([body === "" ? "" : text, []]);
  });
  it.each<[string, OutgoingHttpHeaders, Buffer]>([
    ["alone", { "transfer-encoding": "gzip, chunked" }, gzipSync(text)],
    [
      "after a content coding",
      { "content-encoding": "br", "transfer-encoding": "GZIP, Chunked" },
      gzipSync(brotliCompressSync(text)),
    ],
  ])("with a transfer coding %s is decompressed", async (_situation, headers, body) => {
    const { server, pictor } = await lab.open((_request, response) =>
      response.writeHead(200, headers).end(body),
    );
    const reply = await pictor.send({ url: server.origin });
    expect([await reply.text(), reply.notes]).toEqual([text, []]);
  });
  it("is the same as bytes and as a stream", async () => {
    const served = { coding: "gzip", body: gzipSync(text) };
    expect(Buffer.from(await (await exchange(served)).reply.bytes()).toString()).toBe(text);
    const { body } = (await exchange(served)).reply;
    expect(await new Response(body).text()).toBe(text);
  });
  it.each<[string, Partial<Served>, Partial<RequestInput>]>([
    ["raw bytes are wanted", {}, { compressed: false }],
    ["it is a part of the coded bytes", { status: 206 }, {}],
    ["its coding is not known", { coding: "compress" }, {}],
    ["it has too many codings", { coding: "gzip, gzip, gzip, gzip, gzip, gzip" }, {}],
  ])("is as the server sent it if %s", async (_case, served, input) => {
    const body = gzipSync(text);
    const { reply } = await exchange({ coding: "gzip", body, ...served }, input);
    const isKnown = served.coding === undefined;
    expect(reply.notes.map(({ code }) => code)).toEqual(isKnown ? [] : ["REQUEST_CODING_UNKNOWN"]);
    expect(Buffer.from(await reply.bytes())).toEqual(body);
  });
  it.each([
    ["to HEAD", 200, "HEAD"],
    ["with status 204", 204, "GET"],
    ["with status 304", 304, "GET"],
  ])("%s has no body to decompress", async (_case, status, method) => {
    const { reply } = await exchange({ coding: "gzip", body: "", status }, { method });
    expect([await reply.text(), reply.headers["content-encoding"]]).toEqual(["", "gzip"]);
  });
  it.each([
    ["cut off", gzipSync(text).subarray(0, -9), "is cut off"],
    ["damaged", Buffer.from("CANARY, not compressed at all"), "is damaged"],
    ["a bomb", gzipSync(Buffer.alloc(20_000_000)), "becomes larger than 16777216 bytes"],
  ])("that is %s is an error that names the coding", async (_case, body, problem) => {
    const { reply } = await exchange({ coding: "gzip", body });
    await expect(reply.bytes()).rejects.toMatchObject({
      code: "REQUEST_CODING_INVALID",
      details: { coding: "gzip", problem: expect.stringContaining(problem) },
      message: expect.not.stringContaining("CANARY"),
    });
  });
  it("is limited after decompression too", async () => {
    const served = { coding: "gzip", body: gzipSync("a".repeat(5_000)) };
    const { reply } = await exchange(served, {}, { maxBytes: 4_999 });
    await expect(reply.text()).rejects.toMatchObject({
      code: "REQUEST_TOO_LARGE",
      details: { maxBytes: 4_999 },
    });
    expect(await (await exchange(served, {}, { maxBytes: 5_000 })).reply.text()).toHaveLength(5_000);
  });
  it("comes while the server still sends it, and its end by the reader ends the exchange", async () => {
    const packer = createGzip();
    let isClosed: Promise<unknown> = Promise.resolve();
    const { server, pictor } = await lab.open((_request, response) => {
      isClosed = once(response, "close");
      packer.pipe(response.writeHead(200, { "content-encoding": "gzip" }));
      packer.write("data: 1\n\n");
      packer.flush();
    });
    const reader = (await pictor.send({ url: server.origin })).body.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("data: 1\n\n");
    const next = reader.read();
    await reader.cancel();
    expect(await next).toEqual({ done: true, value: undefined });
    await isClosed;
  });
});

it.each([
  ["application/json; charset=gbk", Buffer.from("22c4e3bac322", "hex"), '"你好"'],
  ["text/plain;charset=windows-1253", Buffer.from("c1c8c7cdc1", "hex"), "ΑΘΗΝΑ"],
  ["text/plain; charset='iso-8859-1'", Buffer.from("e9", "hex"), "é"],
  ['text/plain; charset="Shift_JIS"', Buffer.from("93fa967b", "hex"), "日本"],
  ["text/plain; charset=utf-16", Buffer.from("\ufeffü", "utf16le"), "ü"],
  ["text/plain; charset=utf-16", Buffer.from("ü", "utf16le"), "ü"],
  ["text/plain; charset=latin1", Buffer.from("\ufeffü"), "ü"],
  ["text/plain; charset=unheard-of", Buffer.from("ü"), "ü"],
  ["text/plain", Buffer.from("fe ff 00 fc".replaceAll(" ", ""), "hex"), "ü"],
])("the text of a reply of %s", async (type, body, expected) => {
  for (const coding of [undefined, "gzip"]) {
    const { server, pictor } = await lab.open((_request, response) => {
      response.writeHead(200, { "content-type": type, ...(coding && { "content-encoding": coding }) });
      response.end(coding === undefined ? body : gzipSync(body));
    });
    expect(await (await pictor.send({ url: server.origin })).text()).toBe(expected);
  }
});
