// The rules of the local API hold for every route of the API a1111: tokens and scopes, hosts and origins.

import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../plugins/api-a1111/routes/table.js";
import { basic, startWebUi, type WebUi } from "./web-ui.test.support.js";

let ui: WebUi;
let reader: string;
beforeAll(async () => {
  ui = await startWebUi();
  const created = await ui.test.call("POST", "/v1/tokens", { body: { name: "reader", scopes: ["read"] } });
  reader = String(created.json()["token"]);
});
afterAll(() => ui.close());

const all = Object.entries(routes).flatMap(([name, methods]) =>
  Object.keys(methods).map((method) => ({ method, path: `/sdapi/v1/${name}` })),
);
const portOf = (url: string): number => Number(new URL(url).port);

/** The status and the code of the reply. */
const ask = (port: number, method: string, path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<readonly [number, unknown]>((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve([response.statusCode ?? 0, (JSON.parse(text) as Record<string, unknown> | null)?.["code"]]),
      );
    })
      .on("error", reject)
      .end();
  });

describe.each(all)("$method $path", ({ method, path }) => {
  it("needs a token with the scope generate", async () => {
    const { port } = ui.test;
    expect(await ask(port, method, path, {})).toEqual([401, "API_CREDENTIAL_MISSING"]);
    expect(await ask(port, method, path, { Authorization: basic(reader) })).toEqual([
      403,
      "API_SCOPE_MISSING",
    ]);
  });

  it("is for no other page and no other host, on both ports", async () => {
    const held = { Authorization: basic(ui.test.server.token) };
    for (const port of [ui.test.port, portOf(ui.own)]) {
      const foreign = await ask(port, method, path, { ...held, Origin: "https://evil.example" });
      expect(foreign).toEqual([403, "API_ORIGIN_REFUSED"]);
      const rebound = await ask(port, method, path, { ...held, Host: `evil.example:${port}` });
      expect(rebound).toEqual([421, "API_HOST_REFUSED"]);
    }
  });
});

it("a network of an unknown type is left out, as the web UI does, with a note", async () => {
  const { status, body } = await ui.post("txt2img", { prompt: "<lroa:x>", steps: 1, width: 64, height: 64 });
  expect(status).toBe(200);
  expect((body as { readonly info: string }).info).toContain("no network of this type: <lroa:x>");
});

it.each(["unload-checkpoint", "reload-checkpoint"])(
  "%s is answered, because programs free the memory between images",
  async (route) => {
    const { status, body } = await ui.post(route, {});
    expect([status, body]).toEqual([200, {}]);
  },
);

it("an unknown route, another method and a senseless body have errors in the shape of the web UI", async () => {
  expect((await ui.get("interrogate")).body).toMatchObject({
    error: "A1111_ROUTE_UNKNOWN",
    code: "A1111_ROUTE_UNKNOWN",
    body: "",
    detail: expect.stringContaining("Pictor does not have GET /sdapi/v1/interrogate"),
  });
  const beside = await fetch(`${ui.own}/controlnet/model_list`);
  expect(await beside.json()).toMatchObject({
    detail: expect.stringContaining("Pictor does not have GET /controlnet/model_list"),
  });
  expect((await ui.get("txt2img")).status).toBe(405);
  const deep = `{"styles":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  for (const body of ["{", "[1]", '"x"', deep]) expect((await ui.post("txt2img", body)).status).toBe(422);
  const steps = await ui.post("txt2img", { steps: 0 });
  expect(steps).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["body", "steps"], msg: expect.stringContaining("The field steps is 0") }] },
  });
  const graph = await ui.post("txt2img", { prompt: "<lora:none:1>", width: 64, height: 64 });
  expect(graph).toMatchObject({ status: 422, body: { error: "GRAPH_INVALID" } });
  const image = await ui.post("img2img", { init_images: ["https://example.org/a.png"] });
  expect(JSON.stringify(image.body)).toContain("an address, which Pictor does not fetch");
});
