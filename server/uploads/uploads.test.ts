// Uploads: what is kept, what is refused, what expires, and what an aborted upload leaves behind.

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { realClock, type Clock } from "@pictor/kernel";
import { Uploads, type UploadOptions } from "./uploads.js";

const png = (text = ""): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n-----------${text}`, "latin1");
const jpeg = Buffer.from("\xff\xd8\xff\xe0-------------", "latin1");
const webp = Buffer.from("RIFF\0\0\0\0WEBPVP8 ----", "latin1");
const idOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const dayMs = 86_400_000;

let folder: string;
let now: number;
let used: ReadonlySet<string> | undefined;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "pictor-uploads-")), "uploads");
  now = 1_800_000_000_000;
  used = new Set();
});
const clock: Clock = { ...realClock, now: () => now };
const create = (change: Partial<UploadOptions> = {}): Uploads =>
  new Uploads({ folder, clock, used: () => Promise.resolve(used), ...change });
async function* chunks(...given: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* given;
}
async function* broken(...given: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* given;
  throw new Error("the connection was closed");
}

it.each([
  ["image/png", ".png", png()],
  ["image/jpeg", ".jpg", jpeg],
  ["image/webp", ".webp", webp],
  ["application/json", ".json", Buffer.from('{ "3": { "class_type": "KSampler", "inputs": {} } }')],
])("keeps a file of the type %s by its digest, in any chunks", async (mime, ending, bytes) => {
  const uploads = create();
  const id = idOf(bytes);
  const upload = { id, mime, bytes: bytes.length, expiresAtMs: now + dayMs };
  expect(await uploads.receive(chunks(bytes.subarray(0, 1), bytes.subarray(1)))).toEqual(upload);
  expect(await uploads.receive(chunks(bytes))).toEqual(upload);
  expect(readdirSync(folder)).toEqual([id + ending]);
  expect(await uploads.find(id)).toEqual(upload);
  expect(await uploads.use(id)).toBe(join(folder, id + ending));
  expect([await uploads.remove(id), await uploads.remove(id), readdirSync(folder)]).toEqual([
    true,
    false,
    [],
  ]);
});

it.each([
  ["text", () => chunks(Buffer.from("<html>hello, world</html>")), "API_UPLOAD_REFUSED"],
  ["a GIF", () => chunks(Buffer.from("GIF89a--------------")), "API_UPLOAD_REFUSED"],
  ["nothing", () => chunks(), "API_UPLOAD_REFUSED"],
  ["a list of JSON", () => chunks(Buffer.from('[{"a": 1}, {"b": 2}]')), "API_UPLOAD_REFUSED"],
  ["three bytes", () => chunks(Buffer.from("abc")), "API_UPLOAD_REFUSED"],
  ["more than the quota", () => chunks(png(), Buffer.alloc(100)), "API_UPLOADS_FULL"],
])("refuses %s and leaves nothing", async (_name, source, code) => {
  await expect(create({ quota: 100 }).receive(source())).rejects.toMatchObject({ code });
  expect(readdirSync(folder)).toEqual([]);
});

it("leaves nothing of an upload that is cut off, and counts it no longer", async () => {
  const uploads = create({ quota: 60 });
  for (let time = 0; time < 3; time++)
    await expect(uploads.receive(broken(png(), Buffer.alloc(20)))).rejects.toThrow("closed");
  expect(readdirSync(folder)).toEqual([]);
  await uploads.receive(chunks(png(), Buffer.alloc(40)));
});

it("counts what is kept and what arrives at the same time", async () => {
  const uploads = create({ quota: 3 * png().length });
  const results = await Promise.allSettled([1, 2, 3, 4].map((n) => uploads.receive(chunks(png(String(n))))));
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeLessThan(4);
  expect(readdirSync(folder).length).toBeLessThan(4);
});

it("counts what has arrived while another upload was on its way", async () => {
  const uploads = create({ quota: 100 });
  let finished = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => (finished = resolve));
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield png("slow");
    await isFinished;
    yield Buffer.alloc(50);
  }
  const late = uploads.receive(slow());
  await uploads.receive(chunks(png("fast"), Buffer.alloc(40)));
  finished();
  await expect(late).rejects.toMatchObject({ code: "API_UPLOADS_FULL" });
});

it("expires after a day without use, unless a job refers to it or that is not known", async () => {
  const uploads = create();
  const [kept, lost] = [await uploads.receive(chunks(png("a"))), await uploads.receive(chunks(png("b")))];
  used = undefined;
  now += dayMs + 1;
  await uploads.sweep();
  expect(await uploads.find(lost.id)).toBeDefined();
  used = new Set([kept.id]);
  expect(await uploads.use(lost.id)).toBeUndefined();
  await uploads.sweep();
  expect(readdirSync(folder)).toEqual([`${kept.id}.png`]);
});

it("is kept for another day from its last use on", async () => {
  const uploads = create();
  const { id } = await uploads.receive(chunks(png()));
  now += dayMs - 1;
  await uploads.use(id);
  now += dayMs - 1;
  await uploads.sweep();
  expect(await uploads.find(id)).toBeDefined();
});

it("sweeps what an ended process has left, and no other file", async () => {
  const uploads = create();
  await uploads.receive(chunks(png()));
  for (const name of ["incoming-old", "incoming-new", "notes.txt"]) writeFileSync(join(folder, name), "x");
  utimesSync(join(folder, "incoming-new"), now / 1000, now / 1000);
  for (const name of ["incoming-old", "notes.txt"]) utimesSync(join(folder, name), 1, 1);
  await uploads.sweep();
  expect(readdirSync(folder).sort()).toEqual([`${idOf(png())}.png`, "incoming-new", "notes.txt"].sort());
});

it.each(["", "..", "../jobs.jsonl", "a".repeat(64), "A".repeat(64)])("has no upload %j", async (id) => {
  const uploads = create();
  expect([await uploads.find(id), await uploads.use(id), await uploads.remove(id)]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});
