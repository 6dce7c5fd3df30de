// GET /view: files with validators and ranges, images in other forms, and refusals.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { decodeImage, encodePng, imageFormatOf } from "@pictor/images";
import { startServer } from "../testing/start.js";

const rgba = Uint8Array.from({ length: 8 * 8 * 4 }, (_, i) => [250, 120, 10, 128][i % 4] as number);

const server = await startServer();
await writeFile(path.join(server.outputDirectory, "note.txt"), "plain text\n");
await writeFile(path.join(server.outputDirectory, "page.html"), "<p>x</p>\n");
await mkdir(path.join(server.outputDirectory, "sub"));
await writeFile(path.join(server.outputDirectory, "sub", "p.png"), encodePng({ width: 8, height: 8, rgba }));
afterAll(() => server.close());

const get = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}view?${query}`, { headers });
const view = async (more: string): Promise<readonly [string, Uint8Array, Headers]> => {
  const reply = await get(`filename=p.png&subfolder=sub&${more}`);
  return [reply.headers.get("content-type") ?? "", new Uint8Array(await reply.arrayBuffer()), reply.headers];
};

describe("a file", () => {
  it("is sent with validators, and answers conditional requests", async () => {
    const whole = await get("filename=note.txt");
    expect(await whole.text()).toBe("plain text\n");
    expect([whole.headers.get("content-length"), whole.headers.get("accept-ranges")]).toEqual([
      "11",
      "bytes",
    ]);
    const etag = whole.headers.get("etag") ?? "";
    const modified = whole.headers.get("last-modified") ?? "";
    expect((await get("filename=note.txt", { "If-None-Match": etag })).status).toBe(304);
    expect((await get("filename=note.txt", { "If-None-Match": '"other"' })).status).toBe(200);
    expect((await get("filename=note.txt", { "If-Modified-Since": modified })).status).toBe(304);
  });

  it.each([
    ["bytes=0-4", 206, "bytes 0-4/11", "plain"],
    ["bytes=-5", 206, "bytes 6-10/11", "text\n"],
    ["bytes=6-", 206, "bytes 6-10/11", "text\n"],
    ["bytes=99-", 416, "bytes */11", ""],
    ["bytes=0-1,5-6", 416, "bytes */11", ""],
    ["bytes=x", 416, "bytes */11", ""],
  ])("is sent in part for the range %s", async (Range, status, range, body) => {
    const part = await get("filename=note.txt&type=output", { Range });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      status,
      range,
      body,
    ]);
  });

  it("that a browser could run is sent as plain bytes", async () => {
    const { headers } = await get("filename=page.html");
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toBe('filename="page.html"');
  });
});

describe("an image", () => {
  it.each([
    ["preview=webp;60", "webp"],
    ["preview=webp", "webp"],
    ["preview=webp;x", "webp"],
    ["preview=gif;10", "webp"],
    ["preview=jpeg;80", "jpeg"],
    ["preview=jpeg&channel=a", "webp"],
  ])("with ?%s is a %s", async (query, format) => {
    const [type, bytes, headers] = await view(query);
    expect([type, imageFormatOf(bytes), headers.get("etag")]).toEqual([`image/${format}`, format, null]);
    expect(decodeImage(bytes)).toMatchObject({ width: 8, height: 8 });
  });

  it("is sent without its alpha, or as its alpha only", async () => {
    const [, rgb] = await view("channel=rgb");
    expect(decodeImage(rgb)).toMatchObject({ hasAlpha: false });
    const [, alpha] = await view("channel=a");
    expect([...decodeImage(alpha).rgba.subarray(0, 4)]).toEqual([0, 0, 0, 128]);
  });

  it.each(["channel=rgba", "channel=zz", "rand=0.5"])("with ?%s is sent unchanged", async (query) => {
    expect((await view(query))[2].get("etag")).not.toBeNull();
  });

  it("is required for another form: other files fail", async () => {
    expect((await get("filename=note.txt&preview=webp")).status).toBe(500);
  });
});

it.each([
  ["", 404],
  ["filename=", 400],
  ["filename=note.txt&type=secret", 400],
  ["filename=..%2Fnote.txt", 400],
  ["filename=%2Fetc%2Fhostname", 400],
  ["filename=note.txt&subfolder=..", 403],
  ["filename=note.txt&subfolder=%2Fetc", 403],
  ["filename=note.txt&subfolder=nope", 404],
  ["filename=sub", 404],
  ["filename=note.txt&type=input", 404],
  ["filename=note.txt%20%5Boutput%5D&type=input", 200],
])("?%s answers %i", async (query, status) => {
  expect((await get(query)).status).toBe(status);
});
