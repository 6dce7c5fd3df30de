// Faults of `/view`, seen by a raw client: slow, truncated and missing files.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { afterAll, afterEach, expect, it } from "vitest";
import { startServer } from "../testing/start.js";
import { finished, listen, run, txt2img } from "../testing/wire.js";

const clock = createFakeClock();
const server = await startServer({ clock });
await writeFile(path.join(server.outputDirectory, "file.txt"), "x".repeat(1_000));
afterAll(() => server.close());
afterEach(() => server.faults.clear());
const view = (name: string) => fetch(`${server.url}view?filename=${name}`);

it("slow-view: sends at most the given number of bytes per second", async () => {
  server.faults.set([{ kind: "slow-view", bytesPerSecond: 100 }]);
  const reply = await view("file.txt");
  let body: string | undefined;
  void reply.text().then((text) => (body = text));
  while (clock.pending() === 0) await settlePromises();
  await clock.advance(9_000);
  expect(body).toBeUndefined();
  await clock.advance(1_000);
  while (body === undefined) await clock.advance(50);
  expect(body).toHaveLength(1_000);
});

it("truncated-view: announces the whole length and ends the connection early", async () => {
  server.faults.set([{ kind: "truncated-view", bytes: 300 }]);
  const reply = await view("file.txt");
  expect([reply.status, reply.headers.get("content-length")]).toEqual([200, "1000"]);
  let bytes = 0;
  const read = async () => {
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  };
  await expect(read()).rejects.toThrow();
  expect(bytes).toBe(300);
});

it("view-gone: hides the file of a cached output, but not that of a new one", async () => {
  server.faults.set([{ kind: "view-gone" }]);
  const client = await listen(server, "a");
  const fileOf = async (seed: number): Promise<string> => {
    const id = await run(server, client, txt2img({ seed }), { client_id: "a" });
    return (await finished(server, id)).outputs["9"]?.images[0]?.filename ?? "";
  };
  const first = await fileOf(1);
  expect((await view(first)).status).toBe(200);
  const cached = await fileOf(1);
  expect(cached).toBe(first);
  const spellings = ["", "%20[output]", "&type=output", "&subfolder=.", "&subfolder=x/..", "&subfolder=/."];
  for (const more of spellings) expect([more, (await view(cached + more)).status]).toEqual([more, 404]);
  expect((await view(`any/${cached}`)).status).toBe(404);
  expect((await view(await fileOf(2))).status).toBe(200);
  await client.close();
});
