// What plugins offer, as a form in a browser reads it.

import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../testing/start-server.js";

const test = await startTestServer();
afterAll(() => test.close());

it("a workflow lists the features that fit, and a feature the workflows", async () => {
  const workflow = (await test.call("GET", "/v1/workflows/upscale")).json();
  expect(workflow["features"]).toEqual(expect.arrayContaining(["upscaler", "save-intermediate"]));
  expect(workflow["features"]).not.toContain("lora");
  const { features } = (await test.call("GET", "/v1/features")).json();
  const lora = (features as readonly Record<string, unknown>[]).find(({ id }) => id === "lora");
  expect(lora?.["workflows"]).toContain("txt2img");
  expect(lora?.["workflows"]).not.toContain("custom");
});

it("backend kinds are listed with their settings", async () => {
  const { backendKinds } = (await test.call("GET", "/v1/backend-kinds")).json();
  expect((backendKinds as readonly { id: string }[]).map(({ id }) => id)).toContain("embedded");
});

it.each(["workflows/txt2img", "features/lora", "auth-schemes/basic", "backend-kinds/embedded"])(
  "the settings of %s are had as plain JSON Schema",
  async (path) => {
    const reply = await test.call("GET", `/v1/settings-schemas/${path}`);
    expect(reply.json()).toMatchObject({ type: "object", additionalProperties: false });
    expect(JSON.stringify(reply.json())).not.toContain('"x-');
  },
);

it.each(["workflows/none", "plugins/workflow-txt2img", "__proto__/x"])(
  "there is no schema %s",
  async (path) => {
    expect(await test.codeOf("GET", `/v1/settings-schemas/${path}`)).toEqual([404, "API_THING_UNKNOWN"]);
  },
);
