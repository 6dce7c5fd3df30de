// Environments over the API: created, changed and deleted in the configuration file, without a secret in any reply.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EnvironmentList, Variable } from "@pictor/client";
import { startOriginServer, type OriginServer } from "../testing/origin-server.js";
import { readStream } from "../testing/read-stream.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

let test: TestServer;
let origin: OriginServer;
let file: string;
const lab = {
  path: "lab",
  apiKey: "PEAR-canary-1",
  tokenUrl: "https://id.example/token",
  code: { $env: "C" },
};
const start = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-environments-"));
  file = join(folder, "pictor.json");
  writeFileSync(file, JSON.stringify({ environment: "lab", environments: { lab, live: { path: "live" } } }));
  test = await startTestServer({ folder });
};
beforeEach(async () => {
  origin = await startOriginServer();
  await start();
});
afterEach(async () => {
  await test.close();
  await origin.close();
});

const put = (name: string, ...variables: readonly object[]) =>
  test.call("PUT", `/v1/environments/${name}`, { body: { variables } });
const choose = (name: string) => test.call("PUT", "/v1/environments/active", { body: { name } });
const variablesIn = async (name: string): Promise<readonly Variable[] | undefined> => {
  const all = (await test.call("GET", "/v1/environments")).json() as unknown as EnvironmentList;
  return all.environments.find((one) => one.name === name)?.variables;
};
const written = () =>
  (JSON.parse(readFileSync(file, "utf8")) as { readonly environments: object }).environments;
const sent = async () => {
  await test.call("POST", "/v1/requests", { body: { url: `${origin.url}/{{path}}` } });
  return origin.received.at(-1);
};

it("the configuration names the environment that is active, and not the one of the file", async () => {
  const name = async () => (await test.call("GET", "/v1/configuration")).json()["environment"];
  expect(await name()).toBe("lab");
  await choose("live");
  expect(await name()).toBe("live");
});

it("the list that was read can be sent back with changes: what is hidden stays, and requests use the rest at once", async () => {
  const read = await variablesIn("lab");
  expect(read).toEqual([
    { name: "path", value: "lab" },
    { name: "apiKey" },
    { name: "tokenUrl", value: "https://id.example/token" },
    { name: "code", reference: "$env C" },
  ]);
  const [, ...kept] = read ?? [];
  const reply = await put("lab", { name: "path", value: "new" }, ...kept, {
    name: "pw",
    reference: "$secret pw",
  });
  expect(reply.json()).toMatchObject({ active: "lab" });
  expect(reply.bytes.toString()).not.toContain("PEAR-canary");
  expect(written()).toEqual({ live: { path: "live" }, lab: { ...lab, path: "new", pw: { $secret: "pw" } } });
  expect(await sent()).toBe("GET /new");
});

it("an environment is created, chosen and deleted, and every client learns it", async () => {
  const reader = await readStream(test);
  expect((await put("my%20lab", { name: "path", value: "mine" })).status).toBe(200);
  await choose("my lab");
  expect(await sent()).toBe("GET /mine");
  const deleted = await test.call("DELETE", "/v1/environments/my%20lab");
  expect(deleted.json()["active"]).toBeUndefined();
  await reader.until(({ data }) => data["change"] === "deleted");
  reader.close();
  const seen = reader.events.filter(({ event }) => event === "environments");
  expect(seen.map(({ data: { change, name } }) => [change, name])).toEqual([
    ["saved", "my lab"],
    ["chosen", "my lab"],
    ["deleted", "my lab"],
  ]);
  expect(written()).toEqual({ lab, live: { path: "live" } });
});

it("the one that the configuration makes active cannot be deleted, and an unknown one neither", async () => {
  const codes = await Promise.all(
    ["lab", "labb", "active"].map(async (name) => {
      const { status, json } = await test.call("DELETE", `/v1/environments/${name}`);
      return [status, json()["code"]];
    }),
  );
  expect(codes).toEqual([
    [409, "ENVIRONMENT_NEEDED"],
    [404, "API_THING_UNKNOWN"],
    [404, "API_THING_UNKNOWN"],
  ]);
});

it.each<[string, string, readonly object[], string]>([
  ["a name that no path can have", "a%2Fb", [], "ENVIRONMENT_NAME_INVALID"],
  ["a name that begins with a sign", "-a", [], "ENVIRONMENT_NAME_INVALID"],
  ["a secret as plain text", "x", [{ name: "password", value: "PEAR-canary-2" }], "CONFIG_SECRET_INLINE"],
  ["a variable with braces", "x", [{ name: "a}}", value: "1" }], "SETTINGS_INVALID"],
  ["a new variable without a value", "lab", [{ name: "new" }], "API_INPUT_INVALID"],
  ["a reference that is none", "x", [{ name: "a", reference: "$env" }], "API_INPUT_INVALID"],
  ["a value and a reference", "x", [{ name: "a", value: "1", reference: "$env A" }], "API_INPUT_INVALID"],
  [
    "a name twice",
    "x",
    [
      { name: "a", value: "1" },
      { name: "a", value: "2" },
    ],
    "API_INPUT_INVALID",
  ],
])("%s is refused, and nothing is written", async (_title, name, variables, code) => {
  const before = readFileSync(file, "utf8");
  const reply = await put(name, ...variables);
  expect([reply.status, reply.json()["code"]]).toEqual([422, code]);
  expect(reply.bytes.toString()).not.toContain("PEAR-canary");
  expect(readFileSync(file, "utf8")).toBe(before);
});

it("variables are filled in in the texts of a body of pieces, and not in its bytes", async () => {
  const base64 = Buffer.from("[{{path}}]").toString("base64");
  const body = { pieces: [{ text: "a={{path}};" }, { base64 }, { text: "{{other}}" }] };
  const reply = await test.call("POST", "/v1/requests", { body: { method: "POST", url: origin.url, body } });
  const { text } = reply.json()["body"] as { readonly text: string };
  expect(JSON.parse(text)).toMatchObject({ body: "a=lab;[{{path}}]{{other}}" });
  const wrong = { url: origin.url, body: { pieces: [{ base64: "a" }] } };
  expect((await test.call("POST", "/v1/requests", { body: wrong })).status).toBe(422);
});
