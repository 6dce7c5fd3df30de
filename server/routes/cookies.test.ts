// The cookies of the active environment over the API: turned on and off in the configuration file, and never with their values.

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createTestFolder, listen, type Listening } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let shop: Listening;
let file: string;
let arrived: (string | undefined)[];
beforeEach(async () => {
  arrived = [];
  shop = await listen(
    createServer((request, response) => {
      arrived.push(request.headers.cookie);
      response.setHeader("Set-Cookie", "sid=PEACH-canary-0001; HttpOnly").end("ok");
    }),
  );
  const folder = createTestFolder();
  file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ environment: "lab", environments: { lab: {} } }));
  test = await startTestServer({ folder });
});
afterEach(async () => {
  await test.close();
  await shop.close();
});

const send = (more: object = {}) => test.call("POST", "/v1/requests", { body: { url: shop.url, ...more } });
const turn = (isOn: boolean) => test.call("PUT", "/v1/cookies", { body: { isOn } });

it("a jar is on from the moment that a person turns it on, and empty when it is off", async () => {
  expect((await test.call("GET", "/v1/cookies")).json()).toEqual({
    environment: "lab",
    isOn: false,
    cookies: [],
  });
  expect((await turn(true)).json()).toMatchObject({ isOn: true, cookies: [] });
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ cookieJars: { lab: true } });
  await send();
  await send();
  await send({ keptCookies: false });
  expect(arrived).toEqual([undefined, "sid=PEACH-canary-0001", undefined]);
  const shown = await test.call("GET", "/v1/cookies");
  expect(shown.json()).toMatchObject({ cookies: [{ name: "sid", domain: "127.0.0.1", isHttpOnly: true }] });
  expect(JSON.stringify(shown.json())).not.toContain("canary");
  const cleared = await test.call("POST", "/v1/cookies/clear", { body: { domain: "127.0.0.1" } });
  expect(cleared.json()).toMatchObject({ isOn: true, cookies: [] });
  expect((await turn(false)).json()).toMatchObject({ isOn: false });
});
