// The client against a real server over real sockets.

import { afterAll, expect, it } from "vitest";
import { createClient, type Job } from "@pictor/client";
import { startTestServer } from "./start-server.js";

const params = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "1" };
const request = { workflow: "txt2img", backend: "embedded", params };

const test = await startTestServer();
afterAll(() => test.close());
const connection = () => ({ url: test.server.url, token: test.server.token });

it("a generation resolves to the ended job, and its output is read with the token", async () => {
  const client = createClient(connection());
  const seen: Job[] = [];
  const job = await client.generate(request, { onProgress: (each) => seen.push(each) });
  expect([job.state, seen.at(-1)]).toEqual(["finished", job]);
  expect(job).toEqual(await client.calls.readJob({ params: { id: job.id } }));
  const output = await client.calls.readOutput({ params: { id: job.id, index: "0" } });
  expect((await output.blob()).type).toBe("image/png");
});

it("a refusal is an ApiError with the code of the problem document", async () => {
  const { calls } = createClient(connection());
  await expect(calls.readJob({ params: { id: "none" } })).rejects.toMatchObject({
    name: "ApiError",
    status: 404,
    code: "API_THING_UNKNOWN",
  });
});

it("a listener gets every event, also those that the state does not keep", async () => {
  const client = createClient(connection());
  const seen: string[] = [];
  const live = client.connect({ onEvent: ({ type }) => seen.push(type) });
  await client.generate(request);
  const { pictures } = await client.calls.listPictures({ query: { offset: 0, limit: 1 } });
  await client.calls.changePicture({ params: { id: pictures[0]?.id ?? "" }, body: { starred: true } });
  await expect.poll(() => seen).toContain("picture");
  expect(seen).toContain("result");
  live.close();
});

it("a refused token ends the live state with the error", async () => {
  const live = createClient({ ...connection(), token: "wrong" }).connect();
  await expect(live.closed).rejects.toMatchObject({ status: 401 });
});

it("a submission whose reply is lost is repeated with the same key, and is one job", async () => {
  let lost = 0;
  const losing: typeof fetch = async (...given) => {
    const reply = await fetch(...given);
    if (lost++ === 0) throw new TypeError("the connection was cut");
    return reply;
  };
  const { calls } = createClient({ ...connection(), fetch: losing });
  const before = (await createClient(connection()).calls.listJobs()).jobs.length;

  await calls.submitJob({ body: request });
  expect((await calls.listJobs()).jobs.length).toBe(before + 1);
});
