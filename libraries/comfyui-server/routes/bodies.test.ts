// Malformed bodies: replies depend on what Python does with them, as recorded with a real server.
import { afterAll, describe, expect, it } from "vitest";
import { submit, txt2img } from "../testing/wire.js";
import { startServer } from "../testing/start.js";

const server = await startServer();
afterAll(() => server.close());

const post = async (route: string, body: string): Promise<readonly [number, string]> => {
  const reply = await fetch(server.url + route, { method: "POST", body });
  return [reply.status, await reply.text()];
};
const TROUBLE = "500 Internal Server Error\n\nServer got itself in trouble";

describe.each(["queue", "history"])("POST /%s", (route) => {
  it.each([
    "[]",
    "{}",
    '"x"',
    '{"delete": "abc"}',
    '{"delete": {"a": 1}}',
    '{"delete": [null, 5]}',
    '{"clear": []}',
    '{"clear": true}',
    '{"delete": ["unknown"]}',
  ])("%s: 200", async (body) => {
    expect(await post(route, body)).toEqual([200, ""]);
  });

  it.each(['["clear"]', '"delete it"', '{"delete": null}', '{"delete": 5}', "null", "5", "true", "", "{"])(
    "%s: 500",
    async (body) => {
      expect(await post(route, body)).toEqual([500, TROUBLE]);
    },
  );
});

it("changes that precede the error stay in effect", async () => {
  server.faults.set([{ kind: "slow-steps", ms: 60_000 }]);
  await submit(server, txt2img());
  await submit(server, txt2img({ seed: 2 }));
  expect(await post("queue", '{"clear": [], "delete": 5}')).toEqual([500, TROUBLE]);
  expect(await (await fetch(`${server.url}prompt`)).json()).toEqual({ exec_info: { queue_remaining: 2 } });
  expect(await post("queue", '{"clear": "false", "delete": 5}')).toEqual([500, TROUBLE]);
  expect(await (await fetch(`${server.url}prompt`)).json()).toEqual({ exec_info: { queue_remaining: 1 } });
});

it.each([
  ["interrupt", "x", 200],
  ["interrupt", "", 200],
  ["interrupt", "null", 500],
  ["interrupt", "[]", 500],
  ["interrupt", '{"prompt_id": []}', 200],
  ["free", "{}", 200],
  ["free", "[]", 500],
  ["free", "", 500],
  ["users", "{}", 500],
  ["users", '{"username": " "}', 400],
  ["prompt", "[]", 400],
  ["prompt", '"x"', 400],
  ["prompt", '["number"]', 500],
  ["prompt", '["prompt"]', 500],
  ["prompt", '{"prompt": []}', 400],
  ["prompt", '{"prompt": ["1"]}', 500],
  ["prompt", '{"prompt": {"1": []}}', 400],
  ["prompt", '{"prompt": {"1": "class_type"}}', 500],
  ["prompt", '{"prompt": {"1": {"class_type": []}}}', 500],
  ["prompt", '{"prompt": {"1": {"class_type": null}}}', 400],
])("POST /%s %s: %i", async (route, body, status) => {
  expect((await post(route, body))[0]).toBe(status);
});

it.each([
  ["max_items=-1", 200],
  ["max_items=%201_0%20", 200],
  ["max_items=1.5", 500],
  ["max_items=x", 500],
  ["offset=", 500],
])("GET /history?%s: %i", async (query, status) => {
  expect((await fetch(`${server.url}history?${query}`)).status).toBe(status);
});
