// Thumbnails over the API: made once, kept by contents, and refused for files that would take too much.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { decodeImage, encodeJpeg, encodePng, encodeWebp, type RgbaImage } from "@pictor/images";
import { savedImageId } from "@pictor/features/gallery";
import { startTestServer } from "../testing/start-server.js";

const folder = mkdtempSync(join(tmpdir(), "pictor-thumbnails-"));
const journal = join(folder, "data/history.jsonl");
mkdirSync(join(folder, "data"));
const test = await startTestServer({
  folder,
  configuration: { plugins: { "output-journal": { enabled: true, config: { path: journal } } } },
});
afterAll(() => test.close());

/** Red on the left, transparent blue on the right. */
function twoColors(width: number, height: number): RgbaImage {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4)
    rgba.set((at / 4) % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 0], at);
  return { width, height, rgba, hasAlpha: true };
}

let number = 0;
/** Adds a file to the journal. Returns its id. */
function add(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const entry = {
    time: new Date(Date.UTC(2026, 7, 1) + number++ * 1000).toISOString(),
    workflow: "txt2img",
    prompt: name,
    negative: "",
    seed: "1",
    path,
  };
  writeFileSync(journal, `${JSON.stringify(entry)}\n`, { flag: "a" });
  return savedImageId(entry);
}
const get = (id: string, query = "", headers: Readonly<Record<string, string>> = {}) =>
  test.call("GET", `/v1/pictures/${id}/thumbnail${query}`, { headers });
const problemOf = async (id: string) => {
  const reply = await get(id);
  const { code, title } = reply.json();
  return `${reply.status} ${String(code)} ${String(title)}`;
};
const cached = (id: string): readonly string[] =>
  readdirSync(join(folder, "thumbnails")).filter((name) => name.startsWith(id));

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const pngOf = (width: number, height: number, data: Uint8Array, interlace = 0): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, interlace], 8);
  const parts = [chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
};

it.each([
  ["PNG", () => encodePng(twoColors(1000, 500))],
  ["WebP", () => encodeWebp(twoColors(1000, 500))],
  ["JPEG", () => encodeJpeg(twoColors(1000, 500))],
])("of a %s image has the size that was asked for, and its colors", async (name, encode) => {
  const id = add(`colors.${name}`, encode());
  const reply = await get(id);
  expect([reply.status, reply.headers["content-type"], reply.headers["cache-control"]]).toEqual([
    200,
    "image/webp",
    "private, no-cache",
  ]);
  const { width, height, rgba } = decodeImage(reply.bytes);
  expect([width, height]).toEqual([256, 128]);
  expect((rgba[4 * 20] ?? 0) - (rgba[4 * 20 + 2] ?? 0)).toBeGreaterThan(200);
  if (name !== "JPEG") expect([rgba[4 * 230 + 3], rgba[4 * 20 + 3]]).toEqual([0, 255]);
  expect(decodeImage((await get(id, "?size=512")).bytes).width).toBe(512);
  expect(cached(id)).toHaveLength(2);
});

it("of a small image keeps its size", async () => {
  const { width, height } = decodeImage((await get(add("small.png", encodePng(twoColors(30, 20))))).bytes);
  expect([width, height]).toEqual([30, 20]);
});

it("stays the same in the trash, and is that of an image which is missing no more", async () => {
  const id = add("trash.png", encodePng(twoColors(300, 300)));
  const etag = String((await get(id)).headers["etag"]);
  await test.call("POST", "/v1/pictures/delete", { body: { ids: [id] } });
  expect(existsSync(join(folder, "trash.png"))).toBe(false);
  expect((await get(id, "", { "If-None-Match": etag })).status).toBe(304);
  await test.call("POST", "/v1/pictures/restore", { body: { ids: [id] } });
  rmSync(join(folder, "trash.png"));
  expect((await get(id)).status).toBe(409);
});

it.each([
  ["a size that there is not", "?size=300"],
  ["no size", "?size="],
])("is not made in %s", async (_name, query) => {
  const reply = await get("unknown", query);
  expect([reply.status, reply.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
});

it.each<[string, () => Uint8Array, RegExp]>([
  [
    "a truncated PNG file",
    () => encodePng(twoColors(300, 300)).subarray(0, 400),
    /broken png file|Unexpected|input/,
  ],
  ["a truncated JPEG file", () => encodeJpeg(twoColors(300, 300)).subarray(0, 700), /broken jpeg file/],
  ["a truncated WebP file", () => encodeWebp(twoColors(300, 300)).subarray(0, 60), /broken webp file/],
  ["a PNG file of a billion pixels", () => pngOf(40_000, 30_000, deflateSync(Buffer.alloc(10))), /too large/],
  [
    "an interlaced PNG file that unpacks to more than its pixels",
    () => pngOf(16, 16, deflateSync(Buffer.alloc(30_000_000)), 1),
    /broken png file/,
  ],
  [
    "a WebP file of 268 million pixels",
    () => {
      const bytes = encodeWebp(twoColors(16, 16), { lossless: true });
      const at = bytes.indexOf("VP8L");
      if (at !== -1) bytes.writeUInt32LE(0x0fffffff, at + 9);
      return bytes;
    },
    /too large/,
  ],
  [
    "a JPEG file of four billion pixels",
    () => {
      const bytes = encodeJpeg(twoColors(16, 16));
      bytes.writeUInt32BE(0xfff0fff0, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5);
      return bytes;
    },
    /it has 4292870400 pixels, and 40000000 are allowed/,
  ],
  ["a video", () => Buffer.from("\0\0\0\x18ftypmp42------", "latin1"), /video\/mp4/],
  ["a GIF image", () => Buffer.from("GIF89a-----------", "latin1"), /image\/gif/],
])("is refused for %s, with its reason and without its path", async (name, bytes, reason) => {
  const id = add(`hostile ${name}`, bytes());
  const problem = await problemOf(id);
  expect(problem).toMatch(/^422 API_THUMBNAIL_IMPOSSIBLE There is no thumbnail/);
  expect(problem).toMatch(reason);
  expect(problem).not.toContain(folder);
  expect(await problemOf(id)).toBe(problem);
});
