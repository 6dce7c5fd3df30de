// A streaming request that is refused: its stream never begins, and nothing of it is left.

import type { Client } from "@pictor/client";
import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { makeImages } from "./make-images.js";

const workflow = { id: "txt2img", title: "Text to image", params: { properties: { prompt: {} } } };

it("leaves no timer behind when the job of a stream is refused", async () => {
  const clock = createFakeClock();
  const client = {
    calls: { readWorkflow: () => Promise.resolve(workflow) },
    generate: () => Promise.reject(new Error("refused")),
  } as unknown as Client;
  const request = new Request("http://127.0.0.1/openai/v1/images/generations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ prompt: "a lighthouse", stream: true }),
  });
  const standards = { model: "txt2img", editModel: "img2img" };
  const made = makeImages("generations", request, { client, standards, clock, base: "http://127.0.0.1/" });
  await expect(made).rejects.toThrow("refused");
  expect(clock.pending()).toBe(0);
});
