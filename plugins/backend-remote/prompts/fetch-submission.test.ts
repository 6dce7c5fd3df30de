// Reading a submission back from the server's record.

import { expect, test } from "vitest";
import { openTestBackend } from "../testing/open-test-backend.js";

const graph = '{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615}}}';
const seeded = { "3": { class_type: "KSampler", inputs: { seed: 18446744073709551615n } } };
const extra = '{"client_id":"c","pictor":{"jobId":"j"}}';
const text = (entry: string) => ({ text: entry });

test("from the history: the graph with its 64-bit seed, the output nodes, and the record", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", text(`{"p":{"prompt":[1,"p",${graph},${extra},["9"]],"outputs":{}}}`));
  expect(await backend.fetchSubmission("p")).toEqual({
    graph: seeded,
    outputs: ["9"],
    record: { jobId: "j" },
  });
});

test.each(["queue_running", "queue_pending"])(
  "from %s: a prompt of another program has no record",
  async (list) => {
    const { backend, server } = await openTestBackend();
    server.answer("GET /api/history/p", { json: {} });
    server.answer(
      "GET /api/queue",
      text(`{"${list}":[[1,"q",{},{},[]],[2,"p",${graph},{"client_id":"c"},["9"]]]}`),
    );
    expect(await backend.fetchSubmission("p")).toEqual({ graph: seeded, outputs: ["9"] });
  },
);

test("malformed nodes that the server did not execute are completed", async () => {
  const { backend, server } = await openTestBackend();
  const malformed =
    '{"1":null,"2":{"class_type":"A"},"3":{"class_type":7,"inputs":[]},"4":{"inputs":{"a":1},"b":2}}';
  server.answer("GET /api/history/p", text(`{"p":{"prompt":[1,"p",${malformed},{},["4"]]}}`));
  const empty = { class_type: "", inputs: {} };
  expect((await backend.fetchSubmission("p"))?.graph).toEqual({
    "1": empty,
    "2": { class_type: "A", inputs: {} },
    "3": empty,
    "4": { class_type: "", inputs: { a: 1 }, b: 2 },
  });
});

test("hosted servers swap the last two members of an entry", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { json: {} });
  server.answer("GET /api/queue", text(`{"queue_running":[[2,"p",${graph},["9"],${extra}]]}`));
  expect(await backend.fetchSubmission("p")).toEqual({
    graph: seeded,
    outputs: ["9"],
    record: { jobId: "j" },
  });
});

test("an unknown prompt has no submission", async () => {
  const { backend, server } = await openTestBackend();
  server.answer("GET /api/history/p", { json: {} });
  server.answer("GET /api/queue", { json: { queue_running: [], queue_pending: [] } });
  expect(await backend.fetchSubmission("p")).toBeUndefined();
});
