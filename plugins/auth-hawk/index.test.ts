// Hawk through the whole of Pictor, against a server with its own time that checks each request and remembers each nonce.

import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { createTestPictor, type TestPictor, listen } from "@pictor/host/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";

const key = "CANARY-key of the server";
const account = { id: "office", key };
const hmac = (text: string, secret = key) => createHmac("sha256", secret).update(text).digest("base64");

let test: TestPictor | undefined;
let verdicts: string[] = [];
let nonces: string[] = [];
let authorizations: string[] = [];
/** Seconds since 1970 on the clock of the server, and the key with which it proves its time. */
let serverSeconds = 0;
let provingKey = key;

const attributesOf = (header: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );

const { origin, close } = await listen(
  createServer((request, response) => {
    void buffer(request).then((body) => {
      const { authorization = "", host = "" } = request.headers;
      const given = attributesOf(authorization);
      authorizations.push(authorization);
      const { ts = "", nonce = "", hash = "", ext = "", app, dlg = "" } = given;
      const [hostname, port] = host.toLowerCase().split(":");
      const lines = ["hawk.1.header", ts, nonce, request.method, request.url, hostname, port, hash, ext];
      const mac = hmac([...lines, ...(app === undefined ? [] : [app, dlg]), ""].join("\n"));
      const type = request.headers["content-type"]?.split(";")[0] ?? "";
      const content = createHash("sha256").update(`hawk.1.payload\n${type}\n`).update(body).update("\n");
      const verdict = (): string => {
        if (mac !== given["mac"]) return "wrong";
        if (hash !== "" && hash !== content.digest("base64")) return "wrong body";
        if (Math.abs(Number(ts) - serverSeconds) > 60) return "stale";
        if (nonces.includes(nonce)) return "replay";
        nonces.push(nonce);
        return "in";
      };
      verdicts.push(verdict());
      const answer = verdicts.at(-1);
      const time = `, Hawk ts="${serverSeconds}", tsm="${hmac(`hawk.1.ts\n${serverSeconds}\n`, provingKey)}", error="Stale"`;
      if (answer === "in" && request.url === "/moved")
        response.writeHead(302, { Location: "/there?b=2" }).end();
      else if (answer === "in") response.writeHead(200).end("in");
      else
        response
          .writeHead(401, { "WWW-Authenticate": `Basic realm="a, b"${answer === "stale" ? time : ", Hawk"}` })
          .end(answer);
    });
  }),
);
afterAll(close);
afterEach(async () => {
  await test?.dispose();
  [test, verdicts, nonces, authorizations] = [undefined, [], [], []];
  [serverSeconds, provingKey] = [0, key];
});

async function send(path = "/", setting: object = {}, more: object = {}) {
  test ??= await createTestPictor({ plugins: [import.meta.dirname] });
  const auth = { type: "hawk", ...account, ...setting };
  const reply = await test.pictor.send({ url: origin + path, auth, ...more });
  return { text: `${reply.status} ${await reply.text()}`, reply };
}

const once = { open: () => new Blob(["once"]).stream(), replayable: false };
const json = { headers: { "Content-Type": "application/json; charset=utf-8" } };

describe("a request is accepted", () => {
  it.each<[string, string, object, object]>([
    ["with a query", "/a%20b?b=2&a=1&c", {}, {}],
    ["with a body, whose hash is signed", "/", {}, { method: "PUT", body: "bödy", ...json }],
    ["with a body that is not signed", "/", { payloadHash: false }, { method: "PUT", body: once }],
    ["with a host of its own", "/?a=1", {}, { headers: { Host: "Own.example:81" } }],
    ["with application data", "/", { ext: "a=b; c", app: "my-app", dlg: "other" }, {}],
  ])("%s", async (_situation, path, setting, more) => {
    expect((await send(path, setting, more)).text).toBe("200 in");
  });

  it("after a redirect, with another nonce", async () => {
    expect((await send("/moved")).text).toBe("200 in");
    expect(new Set(nonces).size).toBe(2);
  });
});

it("a body is signed only if there is one", async () => {
  const first = await send("/", {}, { method: "PUT", body: "a" });
  const second = await send("/");
  const parts = ["method", "host", "port", "path", "query"];
  expect(first.reply.hops[0]).toMatchObject({ added: ["header Authorization"], covers: [...parts, "body"] });
  expect(second.reply.hops[0]?.covers).toEqual(parts);
  expect(authorizations.map((header) => "hash" in attributesOf(header))).toEqual([true, false]);
});

describe("the time of the server", () => {
  it("is used once it has proven it, by later requests too", async () => {
    serverSeconds = 1_000_000;
    expect([(await send()).text, (await send()).text]).toEqual(["200 in", "200 in"]);
    expect(verdicts).toEqual(["stale", "in", "in"]);
  });

  it("goes on with the clock of this machine, and is corrected again", async () => {
    serverSeconds = 1_000_000;
    await send();
    await test?.clock.advance(30_000);
    serverSeconds += 30;
    await send();
    serverSeconds -= 500;
    await send();
    expect(verdicts).toEqual(["stale", "in", "in", "stale", "in"]);
  });

  it("is not used if it does not prove that it knows the key", async () => {
    [serverSeconds, provingKey] = [1_000_000, "another"];
    const { text, reply } = await send();
    expect(text).toBe("401 stale");
    expect(reply.notes).toMatchObject([{ code: "AUTH_CHALLENGE_UNANSWERED", plugin: "auth-hawk" }]);
    expect(verdicts).toEqual(["stale"]);
  });
});

it("a refusal without a time is not followed by another attempt", async () => {
  expect((await send("/", { key: "wrong" })).text).toBe("401 wrong");
  expect(verdicts).toEqual(["wrong"]);
});

it.each<[string, object, object, string]>([
  ["without a key", { key: "" }, {}, "key"],
  ["without an id", { id: "" }, {}, "id"],
  ["with a quotation mark in an attribute", { ext: 'a"b' }, {}, "hawk.ext"],
  ["with a line break in an attribute", { app: "a\nb" }, {}, "hawk.app"],
  ["with a delegation without an application", { dlg: "a" }, {}, "hawk.dlg"],
  ["with a body that can be read only once", {}, { method: "PUT", body: once }, "read only once"],
])("nothing is sent: %s", async (_situation, setting, more, message) => {
  const error: unknown = await send("/", setting, more).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain("CANARY");
  expect(verdicts).toEqual([]);
});
