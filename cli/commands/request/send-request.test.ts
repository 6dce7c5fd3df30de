// `pictor request` with a loopback server: what the server receives, and what the command saves and prints.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createTestFolder, listen } from "@pictor/host/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAuthFixture, type RunOptions, type AuthFixture } from "../../testing/auth-fixture.js";
import { keyboard, piped } from "../../testing/fake-streams.js";
import type { RequestOptions } from "./request-plan.js";
import { runRequest } from "./send-request.js";
import { ending } from "../../testing/ending.js";

interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const arrived: Arrived[] = [];
const server = createServer((message, response) => {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => {
    const { method = "", url = "", headers } = message;
    arrived.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    if (url.startsWith("/elsewhere"))
      return response.writeHead(302, { location: `${origin.replace("127.0.0.1", "localhost")}/there` }).end();
    if (url.startsWith("/moved")) return response.writeHead(302, { location: "/there" }).end();
    if (url.startsWith("/missing")) return response.writeHead(404).end("no such page");
    if (url.startsWith("/closed")) return response.writeHead(401, { "www-authenticate": "Basic" }).end("no");
    if (url.startsWith("/gzip"))
      return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("the whole body"));
    if (url.startsWith("/broken")) {
      response.writeHead(200, { "content-length": "1000" }).write("half");
      return setImmediate(() => response.destroy());
    }
    return response.end("the whole body");
  });
});
const { origin, close } = await listen(server);
afterAll(close);

let fixture: AuthFixture;
beforeEach(async () => {
  arrived.length = 0;
  fixture = await createAuthFixture({
    me: { type: "basic", schemes: { basic: { username: "profile" } } },
    dg: { type: "digest", schemes: { digest: { username: "anna", password: { $env: "PATH" } } } },
  });
});
afterEach(() => fixture.dispose());

const ask = (words: readonly string[], options: RequestOptions = {}, more: RunOptions = {}) =>
  fixture.run((host) => runRequest(host, words, options), more);
const get = (path: string, options: RequestOptions = {}, more: RunOptions = {}) =>
  ask(["GET", origin + path], options, more);
const curl = (command: string, options: RequestOptions = {}, more: RunOptions = {}) =>
  ask([], { ...options, curl: command.replaceAll("ORIGIN", origin) }, more);
const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

it("a status other than 200 is printed to stderr, once", async () => {
  const missing = await get("/missing");
  expect(missing).toEqual({ code: 0, out: "no such page", err: "404 Not Found\n" });
  expect((await get("/")).err).toBe("");
  const { out, err } = await get("/missing", { include: true });
  expect([out, err]).toEqual([expect.stringContaining("HTTP 404 Not Found"), ""]);
});

describe("a curl command", () => {
  it("is sent with its method, headers and body", async () => {
    const { code, out } = await curl(`curl 'ORIGIN/a?b=1' -X PUT -H 'X-One: 1' --data-raw '{"a":1}'`);
    expect({ code, out }).toEqual({ code: 0, out: "the whole body" });
    expect(arrived).toMatchObject([
      {
        method: "PUT",
        url: "/a?b=1",
        body: '{"a":1}',
        headers: { "x-one": "1", "content-type": "application/x-www-form-urlencoded" },
      },
    ]);
  });
  it.each([
    ["-u me:p:w", basic("me:p:w")],
    [`-H 'Authorization: ${basic("me:pw")}'`, basic("me:pw")],
    ["-H 'authorization: bearer t0ken'", "Bearer t0ken"],
    ["-H 'Authorization: Token abc'", "Token abc"],
    ["-u me:pw -H 'Authorization: Token abc'", basic("me:pw")],
  ])("is sent with the credentials of %s", async (options, header) => {
    expect(await curl(`curl ${options} ORIGIN/`)).toMatchObject({ code: 0 });
    expect(arrived[0]?.headers.authorization).toBe(header);
  });
  it("is sent with the credentials of its address", async () => {
    await curl(`curl ${origin.replace("//", "//me:p%40w@")}/x`);
    expect(arrived[0]).toMatchObject({ url: "/x", headers: { authorization: basic("me:p@w") } });
  });
  it("asks for a missing password", async () => {
    expect(await curl("curl -u me ORIGIN/", {}, { stdin: piped("p w\n") })).toMatchObject({ code: 0 });
    expect(arrived[0]?.headers.authorization).toBe(basic("me:p w"));
    expect(await curl("curl -u me ORIGIN/")).toMatchObject({ code: 2 });
    expect(arrived.length).toBe(1);
  });
  it("loses its credentials to a profile given with --auth", async () => {
    const { err } = await curl("curl -u me:pw ORIGIN/", { auth: "me" });
    expect(arrived[0]?.headers.authorization).toBe(basic("profile:"));
    expect(err).toContain("The credentials in the curl command are ignored.");
  });
  it("may be piped in", async () => {
    const text = `curl '${origin}/it'\\''s'`;
    expect(await ask([], { curl: "-" }, { stdin: piped(text) })).toMatchObject({ code: 0 });
    expect(arrived[0]?.url).toBe("/it's");
  });
  it("sends a form", async () => {
    await curl("curl ORIGIN/ -F a=b -H 'Content-Type: multipart/form-data'");
    expect(arrived[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(arrived[0]?.body).toContain('name="a"\r\n\r\nb');
  });
  it("puts data into the query with -G, and sends HEAD with -I", async () => {
    await curl("curl -G ORIGIN/s --data-urlencode 'q=a b'");
    const { out } = await curl("curl -I ORIGIN/");
    expect(arrived.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /s?q=a+b", "HEAD /"]);
    expect(out).toMatch(/^HTTP 200 OK\n/);
  });
  it("follows redirects only with -L, as curl does", async () => {
    expect(await curl("curl -L ORIGIN/moved")).toMatchObject({ code: 0, out: "the whole body" });
    const shown = { code: 0, out: expect.stringMatching(/^HTTP 302 /) };
    expect(await curl("curl -L ORIGIN/moved", { redirect: false, include: true })).toMatchObject(shown);
    expect(await curl("curl -i ORIGIN/moved")).toMatchObject(shown);
  });
  it("sends its credentials to other origins with --location-trusted, and keeps POST with --post302", async () => {
    const { err } = await curl("curl --location-trusted --post302 -u me:pw -d a=1 ORIGIN/elsewhere");
    expect(arrived.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ["POST", basic("me:pw")],
      ["POST", basic("me:pw")],
    ]);
    expect(err).toContain("the servers of redirects get the credentials too");
  });
  it("hides its credentials with -v", async () => {
    const { err } = await curl("curl -v -u me:T0PS3CRET ORIGIN/");
    expect(err).toContain("> Authorization: ***");
    expect(err).not.toMatch(/T0PS3CRET|bWU6/);
  });

  it.each([
    ["together with METHOD and URL", ["GET", "http://h/"], {}, "--curl replaces METHOD and URL"],
    ["with --save but without credentials", [], { save: "x" }, "no credentials that --save could save"],
  ] as const)("is refused %s", async (_name, words, options, text) => {
    expect(await ask(words, { curl: `curl ${origin}/`, ...options })).toMatchObject(ending(2, text));
    expect(arrived).toEqual([]);
  });
});

it("prints the scheme's note about a challenge that it cannot answer, in place of the refusal", async () => {
  const { code, err } = await get("/closed", { auth: "dg" });
  expect(code).toBe(8);
  expect(arrived[0]?.headers.authorization).toBeUndefined();
  expect(err).toContain("AUTH_CHALLENGE_UNANSWERED");
  expect(err).not.toContain("does not accept");
  const record = JSON.parse((await get("/closed", { auth: "dg" }, { json: true })).out) as object;
  expect(record).toMatchObject({ exitCode: 8, notes: [{ code: "AUTH_CHALLENGE_UNANSWERED" }] });
  const refused = await get("/closed", { auth: "me" });
  expect(refused.err).toContain("The server does not accept the credentials of the profile me.");
});

describe("--save", () => {
  it("saves the credentials as a profile for the origin, and uses it", async () => {
    const { code, err } = await curl("curl -u me:T0PS3CRET ORIGIN/x", { save: "work" });
    expect(code).toBe(0);
    expect(arrived[0]?.headers.authorization).toBe(basic("me:T0PS3CRET"));
    expect(fixture.saved().profiles).toMatchObject({
      work: {
        type: "basic",
        schemes: {
          basic: {
            username: "me",
            password: { $secret: expect.stringMatching(/^work\.basic\.password\.\w{6}$/) },
          },
        },
        origins: [origin],
      },
    });
    expect(err).toContain(`Saved work for ${origin} only, in `);
    expect(JSON.stringify(fixture.saved())).not.toContain("T0PS3CRET");
    await get("/again", { auth: "work" });
    expect(arrived[1]?.headers.authorization).toBe(basic("me:T0PS3CRET"));
  });
  it("never replaces a profile", async () => {
    const before = fixture.saved();
    expect(await curl("curl -u me:pw ORIGIN/", { save: "me" })).toMatchObject(
      ending(2, "There is already a profile me."),
    );
    expect({ saved: fixture.saved(), arrived }).toEqual({ saved: before, arrived: [] });
  });
  it("needs a curl command", async () => {
    expect(await get("/", { save: "x" })).toMatchObject({ code: 2 });
  });
});

describe("the reply", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = createTestFolder();
    file = join(folder, "body.txt");
  });

  it("is saved to a file", async () => {
    const { code, out, err } = await get("/", { output: file });
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: `Saved 14 bytes in ${file}.\n` });
    expect(readFileSync(file, "utf8")).toBe("the whole body");
    expect(readdirSync(folder)).toEqual(["body.txt"]);
  });
  it("is saved to a file with --json too", async () => {
    const { out } = await get("/", { output: file }, { json: true });
    expect(JSON.parse(out)).toMatchObject({ type: "result", status: 200, output: file, bytes: 14 });
    expect(JSON.parse(out)).not.toHaveProperty("body");
  });
  it("does not replace a file without --force, and sends nothing", async () => {
    writeFileSync(file, "before");
    expect(await get("/", { output: file })).toMatchObject(ending(2, "exists already"));
    expect({ arrived, text: readFileSync(file, "utf8") }).toEqual({ arrived: [], text: "before" });
    expect(await get("/", { output: file, force: true })).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8")).toBe("the whole body");
  });
  it.each([
    ["a folder", () => folder, "is a folder"],
    ["a folder that is not there", () => join(folder, "no/where.txt"), "There is no folder"],
  ])("is not requested if its target is %s", async (_name, path, text) => {
    expect(await get("/", { output: path() })).toMatchObject(ending(2, text));
    expect(arrived).toEqual([]);
  });
  it.each([
    ["breaks off", "/broken", {}],
    ["is too large", "/", { maxBytes: "5" }],
  ])("leaves no file if it %s", async (_name, path, options) => {
    const { code } = await get(path, { output: file, ...options });
    expect(code).not.toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });
  it("keeps the file to replace if it breaks off", async () => {
    writeFileSync(file, "before");
    await get("/broken", { output: file, force: true });
    expect({ names: readdirSync(folder), text: readFileSync(file, "utf8") }).toEqual({
      names: ["body.txt"],
      text: "before",
    });
  });
  it("ends with exit code 3 if it is too large", async () => {
    expect(await get("/", { maxBytes: "5" })).toMatchObject(ending(3, "REQUEST_TOO_LARGE"));
  });
  it("comes from another origin with the credentials after --redirect-trusted, and after POST", async () => {
    const options = { auth: "me", data: "a", redirectTrusted: true, redirectKeepPost: "302" } as const;
    await ask(["POST", `${origin}/elsewhere`], options);
    expect(arrived.at(-1)).toMatchObject({
      method: "POST",
      body: "a",
      headers: { authorization: basic("profile:") },
    });
  });
  it("shows a redirect with --no-redirect", async () => {
    const { code, out } = await get("/moved", { redirect: false, include: true });
    expect([code, out]).toEqual([0, expect.stringMatching(/^HTTP 302[^]*location: \/there/i)]);
    expect(await get("/moved")).toMatchObject({ code: 0, out: "the whole body" });
  });
  it.each([
    ["no profile", {}, "name a profile with --auth"],
    ["a profile", { auth: "me" }, "does not accept the credentials of the profile me."],
  ])("with status 401 and %s leads to advice", async (_name, options, text) => {
    expect(await get("/closed", options)).toMatchObject(ending(8, text));
    const { out } = await get("/closed", options, { json: true });
    expect(JSON.parse(out)).toMatchObject({ notes: [{ message: expect.stringContaining(text) as string }] });
  });
  it("with status 401 at a terminal is followed by a separate line", async () => {
    const { out, err } = await get("/closed", {}, { stdin: keyboard() });
    expect({ out, err }).toEqual({
      out: "no",
      err: expect.stringMatching(/^401 Unauthorized\n\nThe server asks for credentials/) as string,
    });
  });
  it.each([
    ["is decompressed", {}, "the whole body"],
    ["is decompressed for a curl command", { curl: "curl --compressed ORIGIN/gzip" }, "the whole body"],
    ["is as the server sent it with --compressed=false", { compressed: "false" }, undefined],
  ])("%s", async (_case, options: RequestOptions, body) => {
    const words = options.curl === undefined ? ["GET", `${origin}/gzip`] : [];
    const { out } = await (options.curl === undefined
      ? ask(words, options, { json: true })
      : curl(options.curl, {}, { json: true }));
    const record = JSON.parse(out) as object;
    expect(record).toMatchObject({ headers: { "content-encoding": "gzip" } });
    if (body === undefined)
      expect(record).toHaveProperty("base64", gzipSync("the whole body").toString("base64"));
    else expect(record).toHaveProperty("body", body);
    const asked = arrived[0]?.headers["accept-encoding"];
    expect(asked === undefined).toBe(body === undefined);
  });
  it("is preceded by the notes of the plugins", async () => {
    const header = ["Authorization: Token abc"];
    const { err } = await get("/", { auth: "me", header });
    expect(err).toMatch(/^warning: /);
    const { out } = await get("/", { auth: "me", header }, { json: true });
    expect(JSON.parse(out)).toHaveProperty("notes.0.code");
  });
});

it.each([
  [[], {}, "Missing required argument 'method'."],
  [["GET"], {}, "Missing required argument 'url'."],
  [["GET", "http://h/"], { timeout: "soon" }, "--timeout: expected seconds"],
  [["GET", "http://h/"], { compressed: "GET" }, "--compressed: expected true or false"],
  [["GET", "http://h/"], { maxBytes: "much" }, "--max-bytes: expected bytes"],
  [["POST", "http://h/"], { redirectKeepPost: "307" }, "expected some of 301, 302 and 303"],
] as const)("wrong usage %j %j", async (words, options, text) => {
  const { code, err } = await ask(words, options);
  expect({ code, sent: arrived.length }).toEqual({ code: 2, sent: 0 });
  expect(err).toContain(text);
});
