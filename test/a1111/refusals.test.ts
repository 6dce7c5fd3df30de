// What the API a1111 does not have: it says so in the shape of the web UI, or answers as programs expect.

import { afterAll, expect, it } from "vitest";
import { startWebUi } from "./web-ui.test.support.js";

const ui = await startWebUi();
afterAll(() => ui.close());

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
    body: {
      detail: [
        {
          loc: ["body", "steps"],
          msg: expect.stringContaining("The field steps: expected a whole number from 1 to 10000, found 0"),
        },
      ],
    },
  });
  const graph = await ui.post("txt2img", { prompt: "<lora:none:1>", width: 64, height: 64 });
  expect(graph).toMatchObject({ status: 422, body: { error: "GRAPH_INVALID" } });
  const image = await ui.post("img2img", { init_images: ["https://example.org/a.png"] });
  expect(JSON.stringify(image.body)).toContain("an address, which Pictor does not fetch");
  const cut = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1").toString("base64");
  const extra = await ui.post("extra-single-image", { image: cut, resize_mode: 1 });
  expect(JSON.stringify(extra.body)).toContain("one without it (it ends before its size)");
});
