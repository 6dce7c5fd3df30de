// The gallery: generated images are found, starred, deleted and restored; hostile journals reach no other file.

import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Picture } from "@pictor/client";
import { savedImageId } from "@pictor/features/gallery";
import { readStream } from "../testing/read-stream.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

const png = Buffer.from("\x89PNG\r\n\x1a\n-----------", "latin1");
let folder: string;
let journal: string;
let test: TestServer;
const start = () =>
  startTestServer({
    folder,
    configuration: { plugins: { "output-journal": { enabled: true, config: { path: journal } } } },
  });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-gallery-"));
  journal = join(folder, "data/history.jsonl");
  mkdirSync(join(folder, "data"));
  test = await start();
});
afterEach(() => test.close());

const entry = (number: number, path: string, change: object = {}) => ({
  time: `2026-08-0${number}T10:00:00.000Z`,
  workflow: "txt2img",
  prompt: `fox ${number}`,
  negative: "",
  seed: "18446744073709551615",
  path,
  ...change,
});
const write = (...entries: readonly ReturnType<typeof entry>[]): readonly string[] => {
  writeFileSync(journal, entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return entries.map(savedImageId);
};
const file = (name: string, bytes: Uint8Array | string = png): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const list = async (query = ""): Promise<readonly Picture[]> =>
  (await test.call("GET", `/v1/pictures${query}`)).json()["pictures"] as readonly Picture[];
const change = (verb: "delete" | "restore", ...ids: readonly string[]) =>
  test.call("POST", `/v1/pictures/${verb}`, { body: { ids } });

it("shows a generated image with its settings and its bytes", async () => {
  const params = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "18446744073709551615" };
  const body = { workflow: "txt2img", backend: "embedded", params };
  const job = await test.call("POST", "/v1/jobs", { body, headers: { Prefer: "wait=30" } });
  const [picture] = await list("?search=KITE");
  expect(picture).toMatchObject({
    workflow: "txt2img",
    seed: "18446744073709551615",
    state: "there",
    mime: "image/png",
    jobId: job.json()["id"],
    starred: false,
    params: { steps: 2 },
  });
  expect(JSON.stringify(picture)).not.toContain(folder);
  const href = picture?.href ?? "";
  const part = await test.call("GET", href, { headers: { Range: "bytes=1-3" } });
  expect([part.status, part.bytes.toString()]).toEqual([206, "PNG"]);
  expect(part.headers).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
});

it("says which token has asked for an image, and finds the images of a token", async () => {
  const tokenOf = async (name: string) => (await test.createToken(name, ["generate"])).token;
  const params = { prompt: "a kite", width: 64, height: 64, steps: 1 };
  const body = { workflow: "txt2img", backend: "embedded", params };
  const submitted = ["studio bot", "phone"].map(async (name) =>
    test.call("POST", "/v1/jobs", { body, token: await tokenOf(name), headers: { Prefer: "wait=30" } }),
  );
  await Promise.all(submitted);
  expect((await list()).map(({ owner }) => owner).sort()).toEqual(["phone", "studio bot"]);
  expect((await list("?owner=studio%20bot")).map(({ owner }) => owner)).toEqual(["studio bot"]);
  expect(await list("?owner=studio")).toEqual([]);
});

it("keeps stars and deletions across a restart, publishes them, and restores a file", async () => {
  const path = file("1.png");
  const [id = "", other = ""] = write(entry(1, path), entry(2, file("2.png")));
  const reader = await readStream(test, "/v1/events?types=picture");
  await test.call("PATCH", `/v1/pictures/${id}`, { body: { starred: true } });
  await reader.until(({ data }) => JSON.stringify(data).includes(id));
  expect((await change("delete", id)).json()["pictures"]).toMatchObject([
    { id, deleted: true, state: "there" },
  ]);
  await reader.until(({ data }) => JSON.stringify(data).includes('"deleted":true'));
  reader.close();
  expect(existsSync(path)).toBe(false);
  await test.server.close();
  test = await start();
  expect((await list()).map((one) => one.id)).toEqual([other]);
  // The trash keeps the record even if the journal has dropped it.
  write(entry(2, join(folder, "2.png")));
  expect(await list("?deleted=true&starred=true")).toMatchObject([{ id, prompt: "fox 1", starred: true }]);
  expect((await change("restore", id)).json()["pictures"]).toMatchObject([{ id, deleted: false }]);
  expect(existsSync(path)).toBe(true);
  expect((await list("?starred=false")).map((one) => one.id)).toEqual([other]);
  write(entry(1, path));
  expect(await list("?starred=true")).toMatchObject([{ id, deleted: false }]);
});

it("serves and moves no link, and no file that is neither an image nor a video", async () => {
  const target = file("target.png");
  const link = join(folder, "link.png");
  symlinkSync(target, link);
  const paths = [
    link,
    file("a.svg", "<svg onload='x()'/>"),
    file("b.png", "<html>"),
    "/etc/passwd",
    folder,
    "1.png",
  ];
  const ids = write(...paths.map((path, index) => entry(index + 1, path)));
  for (const picture of await list()) expect(picture.state).toBe("refused");
  for (const id of ids) {
    expect((await test.call("GET", `/v1/pictures/${id}/file`)).status).toBe(409);
    expect((await change("delete", id)).status).toBe(409);
  }
  expect(paths.slice(0, 5).every((path) => existsSync(path))).toBe(true);
});

it.each(["unknown", "..%2F..%2Fetc%2Fpasswd", "%2e%2e", "1.png"])("has no image %s", async (id) => {
  write(entry(1, file("1.png")));
  for (const path of [`/v1/pictures/${id}`, `/v1/pictures/${id}/file`])
    expect((await test.call("GET", path)).status).toBe(404);
  expect((await change("delete", id)).status).toBe(404);
});
