// Submitting a graph: what is sent, and how the server's replies are read.

import { expect, test } from "vitest";
import { openTestBackend, rejection } from "../testing/open-test-backend.js";
import type { Answer } from "../testing/fake-server.js";

const graph = { "4": { class_type: "Loader", inputs: { seed: 18446744073709551615n, ckpt_name: "x" } } };
const submission = { promptId: "our-id", graph };

async function submitted(answer: Answer) {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", answer);
  server.answer("GET /api/prompt", { json: { exec_info: { queue_remaining: 0 } } });
  return { receipt: backend.submit(submission), server };
}

test("the proposed prompt id and the client id are sent, and a 64-bit seed keeps its digits", async () => {
  const { receipt, server } = await submitted({ json: { prompt_id: "our-id", number: 1, node_errors: {} } });
  expect(await receipt).toEqual({ promptId: "our-id", dropped: [] });
  const body = server.received[0]?.body ?? "";
  expect(body).toContain('"seed":18446744073709551615');
  // Nothing else is sent: equal queue numbers would kill the server's worker.
  expect(JSON.parse(body)).toEqual({
    prompt: expect.any(Object) as unknown,
    prompt_id: "our-id",
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
});

test("the record is stored beside the prompt, with its nulls", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  await backend.submit({ ...submission, record: { workflow: "txt2img", parent: null } });
  // Nothing else is sent: a null in `extra_pnginfo` would break the server's list of jobs.
  expect(JSON.parse(server.received[0]?.body ?? "")).toHaveProperty("extra_data", {
    pictor: { workflow: "txt2img", parent: null },
  });
});

test("a detached prompt has its own id as client id", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", { json: { prompt_id: "our-id" } });
  await backend.submit(submission, { detached: true });
  expect(JSON.parse(server.received[0]?.body ?? "")).toMatchObject({
    client_id: "our-id",
    prompt_id: "our-id",
  });
});

test("the prompt id of an older server is adopted", async () => {
  const { receipt } = await submitted({ json: { prompt_id: "its-id", number: 1, node_errors: {} } });
  expect(await receipt).toMatchObject({ promptId: "its-id" });
});

test.each([{ prompt_id: "" }, { prompt_id: null }, {}])("%j has no prompt id", async (json) => {
  const { receipt } = await submitted({ json });
  expect(await rejection(receipt)).toMatchObject({
    code: "BACKEND_REPLY",
    details: { expected: "a prompt_id" },
  });
});

test("the receipt lists the branches that the server drops", async () => {
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

test("a refused value: the error names node, input and allowed values", async () => {
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

test("a very long list of values is truncated", async () => {
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
  ["a body that is not JSON", { text: "<html>secret words</html>" }],
  ["an internal error of the server", { status: 500, text: "secret words" }],
])("%s: an unexpected reply, whose text is not repeated", async (_case, answer) => {
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
  "the error has status %i in its details, from which the caller sees whether the prompt may be queued",
  async (status, text) => {
    const { receipt } = await submitted({ status, text });
    expect(await rejection(receipt)).toMatchObject({ code: "BACKEND_REPLY", details: { status } });
  },
);

test.each([
  ["the server names its limit", "Maximum request body size 60 exceeded.", undefined, "at most 60."],
  ["a proxy names none, and the server's limit is exceeded", "<html>too large</html>", 50.5, "at most 50."],
  [
    "a proxy names none, and the server's limit is higher",
    "<html>too large</html>",
    104857600,
    "fewer than that.",
  ],
  ["neither names one", "", undefined, "fewer than that."],
])("a body over the limit is too large: %s", async (_case, text, max_upload_size, limit) => {
  const { backend, server } = await openTestBackend();
  server.answer("POST /api/prompt", { status: 413, text });
  if (max_upload_size !== undefined) server.answer("GET /api/features", { json: { max_upload_size } });
  const { code, message, details } = await rejection(backend.submit(submission));
  expect([code, details["status"]]).toEqual(["BACKEND_TOO_LARGE", 413]);
  expect(message).toContain(`bytes; the server accepts ${limit}`);
});

test("a redirect that turned the POST into a GET is reported as such", async () => {
  const { receipt } = await submitted({ status: 302, headers: { location: "/api/prompt" } });
  expect((await rejection(receipt)).message).toContain("redirect");
});
