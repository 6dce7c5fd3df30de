// The key of the account that pays for partner nodes: it is sent with graphs that have such nodes, and kept out of the rest.

import { expect, test } from "vitest";
import { openTestBackend } from "../testing/open-test-backend.js";

const classes = { Bought: { api_node: true, output_node: true }, Own: { output_node: true } };
const graphOf = (classType: string) => ({ "1": { class_type: classType, inputs: {} } });

async function sent(classType: string, partnerKey: string, extra?: Readonly<Record<string, string>>) {
  const { backend, server } = await openTestBackend({ partnerKey });
  for (const [name, entry] of Object.entries(classes))
    server.answer(`GET /api/object_info/${name}`, { json: { [name]: entry } });
  server.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  await backend.submit({ promptId: "our-id", graph: graphOf(classType), ...(extra && { extra }) });
  const requests = server.received.map(({ method, path }) => `${method} ${path}`);
  const post = server.received.find(({ method }) => method === "POST");
  return { requests, post, body: JSON.parse(post?.body ?? "") as { readonly extra_data?: object } };
}

test.each([
  ["an API key", "comfyui-0123", { api_key_comfy_org: "comfyui-0123" }],
  ["a token of a sign-in", "eyJh.eyJz.c2ln", { auth_token_comfy_org: "eyJh.eyJz.c2ln" }],
])("a graph with a partner node carries %s", async (_case, key, expected) => {
  const { body, requests } = await sent("Bought", key);
  expect(body.extra_data).toEqual(expected);
  expect(requests).toEqual(["GET /api/object_info/Bought", "POST /api/prompt"]);
});

test("another graph does not carry the key", async () => {
  expect((await sent("Own", "comfyui-0123")).body).not.toHaveProperty("extra_data");
});

test("without a key, no class is looked up", async () => {
  const { body, requests } = await sent("Bought", "");
  expect(body).not.toHaveProperty("extra_data");
  expect(requests).toEqual(["POST /api/prompt"]);
});

test("the key that a client has sent itself counts more", async () => {
  const { body } = await sent("Bought", "comfyui-ours", { api_key_comfy_org: "comfyui-theirs" });
  expect(body.extra_data).toEqual({ api_key_comfy_org: "comfyui-theirs" });
});

test("a submission says which program it comes from", async () => {
  expect((await sent("Own", "")).post?.headers["comfy-usage-source"]).toBe("pictor");
});
