// A page without a session asks an open one to let it in: what both show, who may agree, and how guessing and floods end.

import { request as httpRequest } from "node:http";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { createFakeClock, createTestFolder, writeTestFiles } from "@pictor/host/testing";
import type { Question } from "@pictor/client";
import { startTestServer } from "../testing/start-server.js";

const folder = createTestFolder();
const plugin = join(folder, "panel-x");
mkdirSync(join(plugin, "pages"), { recursive: true });
const panels = [{ id: "x", title: "X", description: "X", root: "pages", scopes: ["read", "admin"] }];
const manifest = { manifestVersion: 1, id: "panel-x", kind: "panel", version: "1.0.0", apiVersion: "^1.0.0" };
writeTestFiles(plugin, {
  "pages/index.html": "",
  "plugin.json": { ...manifest, title: "X", description: "X", contributes: { panels } },
});
const clock = createFakeClock();
const test = await startTestServer({
  clock,
  sources: [{ kind: "directory", path: plugin }],
  panels: () => Promise.resolve([{ id: "x", scopes: ["read", "admin"] }]),
});
// What one test has asked expires before the next one.
afterEach(() => clock.advance(200_000));
afterAll(() => test.close());

interface Got {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}
/** A request of a page at the port of the panel, which has no token. */
const fromPage = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port, origin } = new URL(test.server.panels.urlOf("x") ?? "");
    const all = {
      "Content-Type": "application/json",
      Origin: origin,
      "User-Agent": "Firefox/140",
      ...headers,
    };
    const sent = httpRequest({ host: "127.0.0.1", port, path, method: "POST", headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) as Got["json"] }),
      );
    });
    sent.on("error", reject).end(JSON.stringify(body));
  });
const ask = () => fromPage("/v1/session/requests", {});
const answer = (secret: unknown) => fromPage("/v1/session/requests/answer", { secret });
const questions = async (token?: string): Promise<readonly Question[]> => {
  const reply = await test.call("GET", "/v1/questions", token === undefined ? {} : { token });
  return reply.json()["questions"] as readonly Question[];
};
const choose = async (choice: string): Promise<void> => {
  const [question] = await questions();
  await test.call("POST", `/v1/questions/${question?.id ?? ""}`, { body: { choice } });
};

it("both show one code; who agrees gives the page a token, once", async () => {
  const { status, json } = await ask();
  expect([status, json["userCode"]]).toEqual([
    201,
    expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
  ]);
  const [question] = await questions();
  expect(question).toMatchObject({
    title: expect.stringContaining(String(json["userCode"])),
    safeChoice: "refuse",
  });
  expect(question?.detail?.[0]).toContain("Firefox");
  expect((await answer(json["secret"])).json).toEqual({ state: "waiting" });
  await choose("grant");
  const granted = await answer(json["secret"]);
  expect(granted.json).toMatchObject({ state: "granted", scopes: ["read", "admin"] });
  expect((await test.call("GET", "/v1", { token: String(granted.json["token"]) })).status).toBe(200);
  expect((await answer(json["secret"])).status).toBe(401);
});

it("a refusal ends it, and nobody can ask again at once", async () => {
  const { json } = await ask();
  await choose("refuse");
  expect((await answer(json["secret"])).json).toEqual({ state: "refused" });
  expect((await ask()).status).toBe(429);
  await clock.advance(30_000);
  expect((await ask()).status).toBe(201);
});

it("no more than three wait, and one whose page is silent is withdrawn", async () => {
  const asked = [await ask(), await ask(), await ask()];
  expect((await ask()).status).toBe(429);
  await clock.advance(10_000);
  await answer(asked[0]?.json["secret"]);
  await clock.advance(10_000);
  expect(await questions()).toHaveLength(1);
  expect((await answer(asked[1]?.json["secret"])).status).toBe(401);
  expect((await ask()).status).toBe(201);
});

it("only administrators see the question, and only they answer it", async () => {
  await ask();
  const { token } = await test.createToken("script", ["generate"]);
  expect(await questions(token)).toEqual([]);
  const [question] = await questions();
  const path = `/v1/questions/${question?.id ?? ""}`;
  expect((await test.call("POST", path, { body: { choice: "grant" }, token })).status).toBe(403);
});

it("a page that was let in is out when the token that has let it in is revoked", async () => {
  const { token, id } = await test.createToken("lent", ["admin"]);
  const { json } = await ask();
  const [question] = await questions();
  await test.call("POST", `/v1/questions/${question?.id ?? ""}`, { body: { choice: "grant" }, token });
  const session = String((await answer(json["secret"])).json["token"]);
  expect((await test.call("GET", "/v1", { token: session })).status).toBe(200);
  await test.call("DELETE", `/v1/tokens/${id}`);
  expect((await test.call("GET", "/v1", { token: session })).status).toBe(401);
});

it.each([
  ["another origin", { Origin: "http://127.0.0.1:1" }, 403],
  ["a site in the browser", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a rebound name", { Host: "evil.example" }, 421],
])("%s cannot ask", async (_who, headers, status) => {
  expect((await fromPage("/v1/session/requests", {}, headers)).status).toBe(status);
  expect(await questions()).toEqual([]);
});

it("the port of the API lets nobody in, and guesses are counted", async () => {
  expect((await test.call("POST", "/v1/session/requests", { body: {}, token: null })).status).toBe(409);
  for (let guess = 0; guess < 20; guess++) expect((await answer(`guess-${guess}`)).status).toBe(401);
  expect((await answer("guess")).status).toBe(429);
});
