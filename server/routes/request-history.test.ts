// Requests that were sent, requests as curl commands, and the variables that requests can use.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CurlCommand, HttpRequest, SentRequest, SentRequestDetails } from "@pictor/client";
import { startOriginServer, type OriginServer } from "../testing/origin-server.js";
import { startTestServer, type StartOptions, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let origin: OriginServer;
const start = async (options: StartOptions = {}): Promise<void> => {
  test = await startTestServer({
    configuration: {
      environment: "lab",
      environments: { lab: { host: "api.example", apiKey: "PLUM-canary-1", code: { $env: "LAB_CODE" } } },
      profiles: {
        shop: { type: "basic", schemes: { basic: { username: "me", password: { $secret: "shop.pw" } } } },
      },
    },
    ...options,
  });
};
beforeEach(async () => {
  origin = await startOriginServer();
  await start();
});
afterEach(async () => {
  await test.close();
  await origin.close();
});

const send = (body: object) => test.call("POST", "/v1/requests", { body });
const list = async (query = "", token?: string) => {
  const reply = await test.call("GET", `/v1/request-history${query}`, token === undefined ? {} : { token });
  return reply.json()["requests"] as readonly SentRequest[];
};
const details = async (id: string) =>
  (await test.call("GET", `/v1/request-history/${id}`)).json() as unknown as SentRequestDetails;

const curl = async (request: HttpRequest) =>
  (
    await test.call("POST", "/v1/requests/format-curl", { body: { request } })
  ).json() as unknown as CurlCommand;

it("a request can be sent again from the history, in which no secret is", async () => {
  const body = {
    url: `${origin.url}/a?token=PLUM-canary-2`,
    method: "post",
    headers: { "X-Api-Key": "PLUM-canary-3" },
    body: { json: { name: "kite", password: "PLUM-canary-4" } },
    auth: { type: "bearer", token: "PLUM-canary-5" },
  };
  expect((await send(body)).status).toBe(200);
  const [first] = await list();
  expect(first).toMatchObject({ method: "POST", status: 200, auth: "bearer", owner: "pictor serve" });
  const { request, hidden } = await details(first?.id ?? "");
  expect(request.body).toEqual({ json: { name: "kite", password: "***" } });
  expect(hidden).toEqual(["/url", "/headers/X-Api-Key", "/body/json/password", "/auth/token"]);
  const file = join(test.folder, "server", "requests.jsonl");
  await test.server.close();
  expect(readFileSync(file, "utf8")).not.toContain("PLUM-canary");
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  await start({ folder: test.folder });
  expect(await list()).toEqual([first]);
  expect((await send({ ...request, auth: undefined })).status).toBe(200);
});

it("no token of the API is in the history, nor in a command", async () => {
  const { token } = test.server;
  const request = { url: `${origin.url}/${token}`, body: { text: `a kite for ${token}` }, method: "POST" };
  await send(request);
  const [sent] = await list();
  expect(JSON.stringify(await details(sent?.id ?? ""))).not.toContain(token);
  const { text } = await curl(request);
  expect(text).not.toContain(token);
});

it("a failure is in the history, and a request that the API has refused is not", async () => {
  await send({ url: "http://127.0.0.1:1/" });
  await send({ url: `${origin.url}/`, body: { text: "a", base64: "YQ==" } });
  expect(await list()).toMatchObject([{ url: "http://127.0.0.1:1/", error: "REQUEST_FAILED" }]);
});

it("the history is searched, and requests of it are forgotten", async () => {
  for (const path of ["kite", "boat", "fox"]) await send({ url: `${origin.url}/${path}` });
  expect((await list("?limit=2")).map(({ url }) => url)).toEqual([`${origin.url}/fox`, `${origin.url}/boat`]);
  const [boat] = await list("?search=get+BOAT");
  await test.call("DELETE", `/v1/request-history/${boat?.id ?? ""}`);
  expect(await list("?search=boat")).toEqual([]);
  expect((await test.call("DELETE", `/v1/request-history/${boat?.id ?? ""}`)).status).toBe(404);
  await test.call("POST", "/v1/request-history/clear", { body: {} });
  expect(await list()).toEqual([]);
  expect(readFileSync(join(test.folder, "server", "requests.jsonl"), "utf8")).toBe("");
});

it("a token sees the requests of its own name", async () => {
  await send({ url: `${origin.url}/` });
  const { token } = await test.createToken("eve", ["request"]);
  expect(await list("", token)).toEqual([]);
  const [own] = await list();
  const reply = await test.call("GET", `/v1/request-history/${own?.id ?? ""}`, { token });
  expect(reply.status).toBe(404);
  await test.call("POST", "/v1/request-history/clear", { body: {}, token });
  expect(await list()).toHaveLength(1);
});

it("nothing is kept when the request, or the server, says so", async () => {
  await send({ url: `${origin.url}/`, isRemembered: false });
  expect(await list()).toEqual([]);
  await test.close();
  await start({ keepsRequests: false });
  await send({ url: `${origin.url}/` });
  expect(await list()).toEqual([]);
});

it("a body that is large, or bytes, is left out", async () => {
  await send({ url: `${origin.url}/`, method: "POST", body: { text: "x".repeat(40_000) } });
  await send({ url: `${origin.url}/`, method: "POST", body: { base64: "YWJj" } });
  for (const { id } of await list()) {
    const { request, hidden } = await details(id);
    expect([request.body, hidden]).toEqual([undefined, ["/body"]]);
  }
});

it("a request is a curl command, whose secrets are variables of the shell", async () => {
  const { text, notes } = await curl({
    url: "https://api.example/a b",
    method: "PUT",
    auth: "shop",
    headers: { "X-Api-Key": "PLUM-canary-6", "X-Kind": "it's" },
    body: { json: { a: 1 } },
  });
  expect(text.split(" \\\n  ")).toEqual([
    "curl 'https://api.example/a b'",
    "-X PUT",
    `-u me:"$SHOP_PASSWORD"`,
    `-H 'X-Api-Key: '"$X_API_KEY"`,
    `-H 'X-Kind: it'\\''s'`,
    "-H 'Content-Type: application/json'",
    `--data-raw '{"a":1}'`,
    "--location",
  ]);
  expect(notes).toEqual([
    "Set the variable X_API_KEY of the shell first.",
    "Set the variable SHOP_PASSWORD of the shell first.",
    "curl sends the header X-Api-Key to the servers of all redirects.",
  ]);
});

it.each<[Partial<HttpRequest>, string, RegExp]>([
  [{ auth: { type: "bearer", token: "x" } }, `-H 'Authorization: Bearer '"$BEARER_TOKEN"`, /BEARER_TOKEN/],
  [{ auth: { type: "api-key", key: "k", value: "x", addTo: "query" } }, `?k='"$API_KEY_VALUE"`, /API_KEY/],
  [
    { url: "https://a.example/?", auth: { type: "oauth2", clientId: "c", addTo: "query" } },
    `'https://a.example/?access_token='"$OAUTH2_TOKEN"`,
    /does not renew/,
  ],
  [{ auth: { type: "digest", username: "me", password: "x" } }, "--digest", /DIGEST_PASSWORD/],
  [{ auth: { type: "oauth2", clientId: "c" } }, `Bearer '"$OAUTH2_TOKEN"`, /does not renew/],
  [{ body: { base64: "AAH/" }, method: "POST" }, "--data-binary @body.bin", /Save the body/],
  [{ redirect: "same-origin" }, "curl", /one origin only/],
  [{ url: "https://{{host}}/" }, "'https://{{host}}/'", /Replace the/],
])("%j has the command %s and a note", async (change, part, note) => {
  const { text, notes } = await curl({ url: "https://api.example/", ...change });
  expect(text).toContain(part);
  expect(notes.join("\n")).toMatch(note);
});

it("a variable of the shell cannot be smuggled into a command", async () => {
  const { text } = await curl({ url: "https://api.example/\0HOME\0", headers: { "X-A": "\0$(id)\0" } });
  expect(text).toContain("curl https://api.example/HOME");
  expect(text).toContain("-H 'X-A: $(id)'");
});

it("another environment is chosen for requests, and none", async () => {
  await test.close();
  await start({
    configuration: {
      environment: "lab",
      environments: { lab: { path: "lab", key: "lab-canary" }, live: { path: "live", key: "live-canary" } },
      profiles: {
        shop: { type: "bearer", schemes: { bearer: { token: "{{key}}" } }, origins: [origin.url] },
      },
    },
  });
  const choose = (name?: string) =>
    test.call("PUT", "/v1/environments/active", { body: name === undefined ? {} : { name } });
  const seen = async () => {
    const { status } = await send({ url: `${origin.url}/{{path}}`, auth: "shop" });
    return [status, origin.received.at(-1), origin.credential()];
  };
  expect(await seen()).toEqual([200, "GET /lab", "Bearer lab-canary"]);
  expect((await choose("live")).json()["active"]).toBe("live");
  expect(await seen()).toEqual([200, "GET /live", "Bearer live-canary"]);
  const refused = await choose("lvie");
  expect([refused.status, refused.json()["code"]]).toEqual([404, "ENVIRONMENT_UNKNOWN"]);
  expect(JSON.stringify(refused.json())).toMatch(/did you mean.*live/i);
  expect((await choose()).json()["active"]).toBeUndefined();
  const none = await send({ url: `${origin.url}/{{path}}` });
  expect([none.status, none.json()["code"]]).toEqual([404, "VARIABLE_UNKNOWN"]);
});
