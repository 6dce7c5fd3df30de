// Signed links: what opens them, and what does not.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { savedImageId } from "@pictor/features/gallery";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import type { OperationSpec } from "@pictor/features/base";
import { routes } from "../routes/table.js";
import { startTestServer } from "../testing/start-server.js";

const clock = createFakeClock();
const listed = "https://panel.example";
let href: string;
const folder = createTestFolder();
const journal = join(folder, "data/history.jsonl");
mkdirSync(join(folder, "data"));
const path = join(folder, "1.png");
writeFileSync(path, Buffer.from("\x89PNG\r\n\x1a\n-----------", "latin1"));
const entry = {
  time: "2026-08-01T10:00:00.000Z",
  workflow: "txt2img",
  prompt: "",
  negative: "",
  seed: "1",
  path,
};
writeFileSync(journal, `${JSON.stringify(entry)}\n`);
const file = `/v1/pictures/${savedImageId(entry)}/file`;
const test = await startTestServer({
  folder,
  clock,
  origins: [listed],
  configuration: { plugins: { "output-journal": { enabled: true, config: { path: journal } } } },
});
afterAll(() => test.close());

interface Link {
  readonly href: string;
  readonly expiresAtMs: number;
}
async function linksOf(
  paths: readonly string[],
  rest: object = {},
  token = test.server.token,
): Promise<readonly Link[]> {
  const reply = await test.call("POST", "/v1/links", { body: { paths, ...rest }, token });
  expect([reply.status, reply.bytes.toString()]).toEqual([200, expect.any(String) as string]);
  return reply.json()["links"] as readonly Link[];
}
beforeEach(async () => {
  href = (await linksOf([file]))[0]?.href ?? "";
});
const open = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  test.call("GET", path, { token: null, headers });
const codeOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await open(path, headers);
  return reply.status < 400 ? reply.status : `${reply.status} ${String(reply.json()["code"])}`;
};

it("opens an image without a token, also in ranges, and for the time that was asked for", async () => {
  const reply = await open(href, { Range: "bytes=1-3" });
  expect([reply.status, reply.bytes.toString()]).toEqual([206, "PNG"]);
  const [short] = await linksOf([file], { seconds: 5 });
  expect(short?.expiresAtMs).toBe(clock.now() + 5_000);
  await clock.advance(4_999);
  expect(await codeOf(short?.href ?? "")).toBe(200);
  await clock.advance(1);
  expect(await codeOf(short?.href ?? "")).toBe("401 API_LINK_EXPIRED");
  expect(await codeOf(href)).toBe(200);
  await clock.advance(600_000);
  expect(await codeOf(href)).toBe("401 API_LINK_EXPIRED");
});

describe("a link that was changed", () => {
  const change = (run: (parts: { path: string; link: string[]; rest: string }) => void): string => {
    const address = new URL(href, "http://x");
    const parts = {
      path: address.pathname,
      link: (address.searchParams.get("link") ?? "").split("."),
      rest: "",
    };
    run(parts);
    return `${parts.path}?link=${parts.link.join(".")}${parts.rest}`;
  };
  const swap = (text: string | undefined): string =>
    (text?.startsWith("A") ? "B" : "A") + (text ?? "").slice(1);

  it.each<[string, () => string]>([
    ["its signature", () => change(({ link }) => (link[2] = swap(link[2])))],
    [
      "the last bits of its signature",
      () => change(({ link }) => (link[2] = `${(link[2] ?? "").slice(0, 42)}_`)),
    ],
    ["more after its signature", () => change(({ link }) => (link[2] = `${link[2] ?? ""}A`))],
    ["no signature", () => change(({ link }) => link.pop())],
    ["its time", () => change(({ link }) => (link[0] = String(Number(link[0]) + 1)))],
    ["its token", () => change(({ link }) => (link[1] = swap(link[1])))],
    ["another image", () => change((parts) => (parts.path = "/v1/pictures/unknown/file"))],
    ["a thumbnail in its place", () => change((parts) => (parts.path = file.replace("file", "thumbnail")))],
    ["a further parameter", () => change((parts) => (parts.rest = "&size=512"))],
    ["two links", () => change((parts) => (parts.rest = `&link=${parts.link.join(".")}`))],
    ["nothing in it", () => `${file}?link=`],
  ])("is refused: %s", async (_name, make) => {
    await clock.advance(60_000);
    const path = make();
    const reply = await open(path);
    expect([reply.status, reply.json()["code"]]).toEqual([401, "API_LINK_REFUSED"]);
    expect(reply.bytes.toString()).not.toContain(
      new URL(path, "http://x").searchParams.get("link") || "link=",
    );
  });

  it("is counted as a wrong token is, which locks out no right one", async () => {
    await clock.advance(60_000);
    for (let count = 0; count < 20; count++) await open(`${file}?link=x`);
    expect(await codeOf(`${file}?link=x`)).toBe("429 API_TOO_MANY");
    expect(await codeOf((await linksOf([file]))[0]?.href ?? "")).toBe(200);
    await clock.advance(60_000);
  });
});

it("ends with the token that has asked for it, also when another process has revoked it", async () => {
  const { token } = await test.createToken("x", ["read"]);
  const [link] = await linksOf([file], {}, token);
  expect(await codeOf(link?.href ?? "")).toBe(200);
  writeFileSync(join(test.folder, "server/tokens.json"), "[]");
  expect(await codeOf(link?.href ?? "")).toBe("401 API_LINK_REFUSED");
});

const all = (Object.entries(routes) as [string, OperationSpec][]).map(([id, spec]) => ({ id, spec }));
const pathOf = ({ path }: OperationSpec): string => path.replaceAll(/\{\w+\}/g, "unknown");

describe("of all routes", () => {
  it("those of images have links", () => {
    expect(all.flatMap(({ id, spec }) => (spec.linkable === true ? [id] : [])).sort()).toEqual(
      ["readOutput", "readOutputThumbnail", "readPictureFile", "readPictureThumbnail", "readPreview"].sort(),
    );
    for (const { spec } of all.filter((one) => one.spec.linkable === true))
      expect([spec.method, spec.scope]).toEqual(["GET", "read"]);
  });

  it.each(all.filter(({ spec }) => spec.linkable === true))(
    "$id opens with its link alone",
    async ({ spec }) => {
      const [link] = await linksOf([pathOf(spec)]);
      expect(await codeOf(link?.href ?? "")).toBe("404 API_THING_UNKNOWN");
      const other = (await test.call("GET", link?.href ?? "")).json()["code"];
      expect(other).toBe("API_THING_UNKNOWN");
      await clock.advance(60_000);
      expect(await codeOf(`${pathOf(spec)}?${href.split("?")[1] ?? ""}`)).toBe("401 API_LINK_REFUSED");
      for (const [headers, code] of [
        [{ Host: "evil.example" }, "421 API_HOST_REFUSED"],
        [{ Origin: "https://evil.example" }, "403 API_ORIGIN_REFUSED"],
        [{ "Sec-Fetch-Site": "cross-site" }, "403 API_FETCH_SITE_REFUSED"],
        [{ Authorization: "Bearer wrong" }, "401 API_CREDENTIAL_REFUSED"],
      ] as const)
        expect(await codeOf(link?.href ?? "", headers)).toBe(code);
      const page = await open(link?.href ?? "", { Origin: listed, "Sec-Fetch-Site": "cross-site" });
      expect([page.status, page.headers["access-control-allow-origin"]]).toEqual([404, listed]);
    },
  );

  it.each(all.filter(({ spec }) => spec.linkable !== true))("$id has no link", async ({ spec }) => {
    expect(await test.codeOf("POST", "/v1/links", { body: { paths: [pathOf(spec)] } })).toEqual([
      422,
      "API_INPUT_INVALID",
    ]);
    if (spec.scope === "none") return;
    expect(
      await test.codeOf(spec.method, `${pathOf(spec)}?${href.split("?")[1] ?? ""}`, { token: null }),
    ).toEqual([401, "API_CREDENTIAL_MISSING"]);
  });
});

it.each([
  ["https://evil.example/v1/pictures/a/file"],
  ["//evil.example/v1/pictures/a/file"],
  ["/v1/pictures/../tokens"],
  ["/v1/pictures/a/thumbnail?size=300"],
  ["/v1/pictures/a/file?link=x"],
  ["relative"],
  [""],
])("there is none for %j", async (path) => {
  expect(await test.codeOf("POST", "/v1/links", { body: { paths: [file, path] } })).toEqual([
    422,
    "API_INPUT_INVALID",
  ]);
});

it("a part of a token in a path that has no link is not in the refusal", async () => {
  const { token } = test.server;
  const secret = token.slice("pictor_".length, "pictor_".length + 10);
  for (let length = 150; length < 200; length += 10) {
    const paths = [`/${"x".repeat(length)}/${token}`];
    const reply = await test.call("POST", "/v1/links", { body: { paths } });
    expect([reply.status, reply.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
    expect(reply.bytes.toString()).not.toContain(secret);
  }
});

it("is in no record of the access log", async () => {
  await open(href);
  const signature = href.split("link=")[1] ?? "";
  expect(signature.length).toBeGreaterThan(50);
  expect(test.log.some(({ path }) => path === file)).toBe(true);
  expect(JSON.stringify(test.log)).not.toContain(signature.split(".")[2]);
});
