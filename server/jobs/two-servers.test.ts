// Two servers with the same folder at the same time: each follows its own jobs, and none loses a line of the other.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Job } from "@pictor/client";
import type { BackendEvent } from "@pictor/kernel";
import { backendPlugin, saveBackend, saveGraph } from "../testing/save-backend.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

/** The server behind the backends of all Pictors of this test. */
class SlowServer {
  readonly #ended = new Set<string>();
  readonly #listeners = new Set<(event: BackendEvent) => void>();

  end(promptId: string): void {
    this.#ended.add(promptId);
    for (const listener of this.#listeners) listener({ type: "ended", promptId });
  }

  readonly plugin = backendPlugin("slow", () => this.#open());

  #open() {
    return saveBackend("slow", {
      events: (listener: (event: BackendEvent) => void) => {
        this.#listeners.add(listener);
        return Promise.resolve(() => this.#listeners.delete(listener));
      },
      submit: ({ promptId }: { readonly promptId: string }) => Promise.resolve({ promptId, dropped: [] }),
      fetchSubmission: () => Promise.resolve({ graph: saveGraph, outputs: ["1"] }),
      cancel: () => Promise.resolve({ kind: "cancelled" }),
      state: (promptId: string) =>
        Promise.resolve(
          this.#ended.has(promptId)
            ? { state: "succeeded", outputs: [], silent: ["1"] }
            : { state: "running" },
        ),
    });
  }
}

const jobsOf = async (server: TestServer): Promise<readonly Job[]> =>
  (await server.call("GET", "/v1/jobs")).json()["jobs"] as readonly Job[];

it("a job that another living server follows is left to it, and taken over when that server has ended", async () => {
  const slow = new SlowServer();
  const options = { plugins: [slow.plugin], configuration: { backends: { farm: { kind: "slow" } } } };
  const first = await startTestServer(options);
  onTestFinished(() => first.close());
  const { folder } = first;
  const journal = (): string => readFileSync(join(folder, "server/jobs.jsonl"), "utf8");
  const graph = join(folder, "graph.json");
  writeFileSync(graph, JSON.stringify(saveGraph));
  const submit = async (server: TestServer) => {
    const body = { workflow: "custom", params: { graph }, backend: "farm" };
    const { id } = (await server.call("POST", "/v1/jobs", { body })).json();
    const prompts = async () => (await jobsOf(server)).find((job) => job.id === id)?.promptIds ?? [];
    await expect.poll(prompts).toHaveLength(1);
    const [promptId = ""] = await prompts();
    await expect.poll(journal).toContain(promptId);
    return { id: String(id), promptId };
  };
  const [mine, later] = [await submit(first), await submit(first)];

  const second = await startTestServer({ ...options, folder });
  expect(await jobsOf(second)).toEqual([]);
  const theirs = await submit(second);
  expect(journal()).toContain(mine.promptId);

  // What the first server writes after the second has replaced the file is not lost.
  slow.end(mine.promptId);
  await expect.poll(journal).toMatch(new RegExp(`"id":"${mine.id}"[^\\n]*"state":"finished"`));
  await first.server.close("leave");
  await second.server.close("leave");

  const third = await startTestServer({ ...options, folder });
  const known = new Map((await jobsOf(third)).map((job) => [job.id, job.state]));
  expect([...known.keys()].sort()).toEqual([mine.id, later.id, theirs.id].sort());
  expect(known.get(mine.id)).toBe("finished");
  slow.end(later.promptId);
  slow.end(theirs.promptId);
  const states = async () => (await jobsOf(third)).map(({ state, error }) => error ?? state);
  await expect.poll(states).toEqual(["finished", "finished", "finished"]);
  await third.server.close();
});
