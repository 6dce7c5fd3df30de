// Submitting a graph: what is sent, and what the server says to it.

import { expect, test } from "vitest";
import { opened, rejection } from "../remote.test.support.js";
import type { Answer } from "../peer.test.support.js";

const graph = { "4": { class_type: "Loader", inputs: { seed: 18446744073709551615n, ckpt_name: "x" } } };
const submission = { promptId: "our-id", graph };

async function submitted(answer: Answer) {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", answer);
  peer.answer("GET /api/prompt", { json: { exec_info: { queue_remaining: 0 } } });
  return { receipt: backend.submit(submission), peer };
}

test("our own prompt id and the socket's client id are sent; a 64-bit seed keeps its digits", async () => {
  const { receipt, peer } = await submitted({ json: { prompt_id: "our-id", number: 1, node_errors: {} } });
  expect(await receipt).toEqual({ promptId: "our-id", dropped: [] });
  const body = peer.seen[0]?.body ?? "";
  expect(body).toContain('"seed":18446744073709551615');
  expect(JSON.parse(body)).toMatchObject({
    prompt_id: "our-id",
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
  expect(body).not.toContain("extra_data");
});

test("a record is kept by the server beside the prompt, with its nulls", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  await backend.submit({ ...submission, record: { workflow: "txt2img", parent: null } });
  // Nothing beside it, so that no null of ours can come to where it would break the server's list.
  expect(JSON.parse(peer.seen[0]?.body ?? "")).toHaveProperty("extra_data", {
    pictor: { workflow: "txt2img", parent: null },
  });
});

test("a detached prompt is heard by whoever opens a socket under its own id", async () => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  await backend.submit(submission, { detached: true });
  expect(JSON.parse(peer.seen[0]?.body ?? "")).toMatchObject({ client_id: "our-id", prompt_id: "our-id" });
});

test("a place in the queue is never asked for: equal ones kill a server's worker", async () => {
  const { receipt, peer } = await submitted({ json: { prompt_id: "our-id" } });
  await receipt;
  expect(Object.keys(JSON.parse(peer.seen[0]?.body ?? "") as object)).toEqual([
    "prompt",
    "prompt_id",
    "client_id",
  ]);
});

test("an old server's own id is adopted", async () => {
  const { receipt } = await submitted({ json: { prompt_id: "its-id", number: 1, node_errors: {} } });
  expect(await receipt).toMatchObject({ promptId: "its-id" });
});

test.each([{ prompt_id: "" }, { prompt_id: null }, {}])("%j names no prompt", async (json) => {
  const { receipt } = await submitted({ json });
  expect(await rejection(receipt)).toMatchObject({
    code: "BACKEND_REPLY",
    details: { expected: "a prompt_id" },
  });
});

test("branches that the server drops are told", async () => {
  const errors = [
    {
      type: "required_input_missing",
      message: "Required input is missing",
      details: "vae",
      extra_info: { input_name: "vae" },
    },
  ];
  const node_errors = { "8": { class_type: "VAEDecode", dependent_outputs: ["9"], errors } };
  const { receipt } = await submitted({ json: { prompt_id: "our-id", number: 1, node_errors } });
  const problem = {
    node: "8",
    classType: "VAEDecode",
    input: "vae",
    code: "required_input_missing",
    message: "Required input is missing",
  };
  expect(await receipt).toEqual({ promptId: "our-id", dropped: [problem] });
});

test("a value that is not offered names node, input and values", async () => {
  const error = {
    type: "value_not_in_list",
    message: "Value not in list",
    details: "ckpt_name: 'x' not in ['y']",
    extra_info: { input_name: "ckpt_name" },
  };
  const json = {
    error: {
      type: "prompt_outputs_failed_validation",
      message: "Prompt outputs failed validation",
      details: "",
      extra_info: {},
    },
    node_errors: { "4": { class_type: "Loader", dependent_outputs: ["9"], errors: [error] } },
  };
  const { receipt } = await submitted({ status: 400, json });
  const { code, message, details } = await rejection(receipt);
  expect(code).toBe("BACKEND_REFUSED_GRAPH");
  expect(message).toContain("node 4 (Loader), ckpt_name: Value not in list: ckpt_name: 'x' not in ['y']");
  expect(details["problems"]).toMatchObject([
    { node: "4", classType: "Loader", input: "ckpt_name", code: "value_not_in_list" },
  ]);
});

test.each([
  [
    "until 0.10",
    {
      type: "invalid_prompt",
      message: "Node Loader does not exist.",
      details: "Node ID '#4'",
      extra_info: {},
    },
  ],
  [
    "since 0.11",
    {
      type: "missing_node_type",
      message: "Node Loader does not exist.",
      details: "",
      extra_info: { node_id: "4", class_type: "Loader" },
    },
  ],
])("an unknown class (%s)", async (_version, error) => {
  const { receipt } = await submitted({ status: 400, json: { error, node_errors: {} } });
  const problem = { node: "4", classType: "Loader", code: error.type, message: "Node Loader does not exist" };
  expect(await rejection(receipt)).toMatchObject({
    code: "BACKEND_REFUSED_GRAPH",
    details: { problems: [problem] },
  });
});

test("no node is to blame for a graph without output", async () => {
  const error = { type: "prompt_no_outputs", message: "Prompt has no outputs", details: "", extra_info: {} };
  const { receipt } = await submitted({ status: 400, json: { error, node_errors: {} } });
  const refused = await rejection(receipt);
  expect(refused).toMatchObject({ code: "BACKEND_REFUSED_GRAPH", details: { problems: [] } });
  expect(refused.message).toContain("Prompt has no outputs");
});

test("an endless list of values is cut", async () => {
  const error = {
    type: "value_not_in_list",
    message: "Value not in list",
    details: "x".repeat(5000),
    extra_info: {},
  };
  const json = {
    error: { type: "x", message: "" },
    node_errors: { "4": { class_type: "Loader", errors: [error] } },
  };
  const { message } = await rejection((await submitted({ status: 400, json })).receipt);
  expect(message.length).toBeLessThan(500);
});

test.each<readonly [string, Answer]>([
  ["a redirect turned the POST into a GET", { status: 302, headers: { location: "/api/prompt" } }],
  ["success without a prompt id", { json: { exec_info: { queue_remaining: 0 } } }],
  ["a 400 of another program", { status: 400, json: { message: "secret words" } }],
  ["a body that is no JSON", { text: "<html>secret words</html>" }],
  ["trouble inside the server", { status: 500, text: "secret words" }],
])("%s: no graph was refused, and nothing of the reply is repeated", async (_case, answer) => {
  const { receipt } = await submitted(answer);
  const { code, message } = await rejection(receipt);
  expect(code).toBe("BACKEND_REPLY");
  expect(message).not.toContain("secret");
});

test.each([
  [500, "500 Internal Server Error\n\nServer got itself in trouble"],
  [400, "<html>Bad Request</html>"],
  [502, "Bad Gateway"],
])(
  "the status %i is kept beside the words: whoever runs the job judges what it leaves open",
  async (status, text) => {
    const { receipt } = await submitted({ status, text });
    expect(await rejection(receipt)).toMatchObject({ code: "BACKEND_REPLY", details: { status } });
  },
);

test.each([
  ["the server names its limit", "Maximum request body size 60 exceeded.", undefined, "at most 60."],
  ["a proxy names none, and the server's is lower", "<html>too large</html>", 50.5, "at most 50."],
  ["a proxy names none, and the server takes more", "<html>too large</html>", 104857600, "fewer than that."],
  ["nobody names one", "", undefined, "fewer than that."],
])("a body over the limit, and %s", async (_case, text, max_upload_size, words) => {
  const { backend, peer } = await opened();
  peer.answer("POST /api/prompt", { status: 413, text });
  if (max_upload_size !== undefined) peer.answer("GET /api/features", { json: { max_upload_size } });
  const { code, message, details } = await rejection(backend.submit(submission));
  expect([code, details["status"]]).toEqual(["BACKEND_TOO_LARGE", 413]);
  expect(message).toContain(`bytes, and the server takes ${words}`);
});

test("a redirect that made a GET of the POST is named as such", async () => {
  const { receipt } = await submitted({ status: 302, headers: { location: "/api/prompt" } });
  expect((await rejection(receipt)).message).toContain("a redirect that made it a GET");
});
