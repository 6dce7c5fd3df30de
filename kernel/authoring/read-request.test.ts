// What schemes read from requests: the http address of handshakes too, and bodies until the call is cancelled.

import { expect, it } from "vitest";
import { httpUrl, readBody, requestTarget, targetUrl } from "./read-request.js";

it.each([
  ["wss://example.org/ws?a=%7e", "https://example.org/ws?a=%7e"],
  ["WS://example.org:8188/ws", "http://example.org:8188/ws"],
  ["https://example.org/ws://a", "https://example.org/ws://a"],
])("the http address of %s", (url, expected) => {
  expect(httpUrl(url).href).toBe(expected);
});

const body = {
  replayable: true,
  async *open() {
    for (const text of await Promise.resolve(["a", "b"])) yield Buffer.from(text);
  },
};

it("a body is read in chunks, and no body is empty", async () => {
  const { signal } = new AbortController();
  const read = async (request: Parameters<typeof readBody>[0]) => {
    const texts: string[] = [];
    for await (const chunk of readBody(request, signal)) texts.push(String(chunk));
    return texts;
  };
  expect(await read({ body })).toEqual(["a", "b"]);
  expect(await read({})).toEqual([]);
});

it("reading ends with the reason of the signal", async () => {
  const controller = new AbortController();
  const chunks = readBody({ body }, controller.signal)[Symbol.asyncIterator]();
  await chunks.next();
  controller.abort(new Error("cancelled"));
  await expect(chunks.next()).rejects.toThrow("cancelled");
});

it.each([
  ["https://h/a?b=c#d", "/a?b=c"],
  ["https://h/a?#d", "/a?"],
  ["https://h?", "/?"],
  ["https://h/a#?", "/a"],
])("the target of a request to %s", (url, target) => {
  expect(requestTarget(new URL(url))).toBe(target);
});

it.each([
  ["http://127.0.0.1:9000/a?b", [], "http://127.0.0.1:9000/a?b"],
  ["wss://a.example:81/x", [], "https://a.example:81/x"],
  ["http://127.0.0.1:9000/a?b", [["host", "Store.example"]], "http://store.example/a?b"],
  ["https://127.0.0.1/a", [["Host", "store.example:8443"]], "https://store.example:8443/a"],
  ["http://127.0.0.1:9000/a", [["Host", "[::1]:81"]], "http://[::1]:81/a"],
  ["http://127.0.0.1:9000/a", [["Host", "not a host"]], "http://127.0.0.1:9000/a"],
  ["http://127.0.0.1:9000/a", [["Host", "x/y?z"]], "http://127.0.0.1:9000/a"],
] as const)("the server sees %s with the headers %j as %s", (url, headers, seen) => {
  expect(targetUrl({ url, headers }).href).toBe(seen);
});
