// Jobs that outlive the process that submitted them: one kernel submits and ends, others list, follow and cancel.

import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JobEvent, Pictor, LoadedConfiguration, Params } from "@pictor/host";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { createBuiltinPictor } from "./builtins.test.support.js";

let folder: string;
let seed = 0;
const open: Pictor[] = [];
const server = await startEmbeddedServer();
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-jobs-"));
});
afterEach(async () => {
  server.faults.clear();
  await Promise.all(open.splice(0).map((pictor) => pictor.dispose()));
});

/** A separate process, from the server's point of view. */
async function arrive(): Promise<Pictor> {
  const configuration: LoadedConfiguration = {
    values: { backends: { studio: { kind: "remote", baseUrl: server.url } } },
    files: [],
    layers: [],
    directory: folder,
    profileFiles: {},
    backendFiles: {},
    writesTo: join(folder, "pictor.json"),
  };
  const pictor = await createBuiltinPictor({ configuration });
  open.push(pictor);
  return pictor;
}

/** Submits without waiting, and ends. Each has a new seed, so that nothing comes from a cache. */
async function submitAndLeave(params: Params = {}, count = 1): Promise<readonly string[]> {
  const pictor = await arrive();
  const small = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: String(seed++ * 100) };
  const result = await pictor.submit({ workflow: "txt2img", params: { ...small, ...params }, count });
  await pictor.dispose();
  if (result.status !== "submitted") throw new Error(`it was not submitted: ${result.status}`);
  return result.promptIds;
}

const follow = (pictor: Pictor, promptId: string) => pictor.attach({ promptId, directory: folder });
const promptsOf = async (pictor: Pictor) => (await pictor.openBackend()).backend.prompts();

/** Slow enough to be still running when another kernel looks. */
const slowly = (): void => {
  server.faults.set([{ kind: "slow-steps", ms: 150 }]);
};
/** Settles at the first event of a kind. */
async function until(events: AsyncIterable<JobEvent>, type: JobEvent["type"]): Promise<void> {
  for await (const event of events) if (event.type === type) return;
}

describe("a job that was left", () => {
  it("is finished by the server, and its images are saved once by who follows it", async () => {
    const [promptId = ""] = await submitAndLeave();
    const pictor = await arrive();
    const result = await follow(pictor, promptId).result;
    expect(result).toMatchObject({ status: "finished", problems: [], outputs: [{ batch: 0 }] });
    expect(readdirSync(folder)).toEqual([result.outputs[0]!.path!.slice(folder.length + 1)]);
    expect(result.outputs[0]!.prompt.positive).toBe("a lighthouse");
  });

  it("is told live to who comes while it runs", async () => {
    slowly();
    const pictor = await arrive();
    const [promptId = ""] = await submitAndLeave({ steps: 4 });
    const types = new Set<string>();
    const following = follow(pictor, promptId);
    for await (const event of following.events) types.add(event.type);
    expect((await following.result).status).toBe("finished");
    expect([...types]).toEqual(expect.arrayContaining(["job", "progress", "preview", "output"]));
  });

  it("is listed with what made it, while it waits, runs and has ended", async () => {
    slowly();
    const [first = "", second = ""] = await submitAndLeave({ steps: 20 }, 2);
    const pictor = await arrive();
    await until(follow(pictor, first).events, "progress");
    const listed = await promptsOf(pictor);
    const record = { workflow: "txt2img", prompts: { positive: "a lighthouse" }, batches: 2 };
    expect(listed.find(({ promptId }) => promptId === first)).toMatchObject({ state: "running", record });
    expect(listed.find(({ promptId }) => promptId === second)).toMatchObject({ state: "queued", record });

    const { backend } = await pictor.openBackend();
    expect(await backend.cancel(second)).toBe("removed");
    expect(await backend.cancel(first)).toBe("interrupting");
    expect(await follow(pictor, first).result).toMatchObject({ status: "interrupted", by: "server" });
    expect(await backend.cancel(first)).toBe("gone");
    const after = await promptsOf(pictor);
    expect(after.find(({ promptId }) => promptId === first)?.state).toBe("interrupted");
  });

  it("goes on when who follows it is gone too, by a signal or for good", async () => {
    slowly();
    const [promptId = ""] = await submitAndLeave({ steps: 100 });
    const [watcher, other] = [await arrive(), await arrive()];
    const signal = new AbortController();
    const watched = watcher.attach({ promptId, directory: folder, signal: signal.signal });
    await until(watched.events, "progress");
    signal.abort();
    expect(await watched.result).toMatchObject({ status: "interrupted", by: "caller" });
    const again = follow(watcher, promptId);
    await until(again.events, "job");
    await watcher.dispose();
    const last = follow(other, promptId);
    await until(last.events, "progress");
    expect(await last.cancel()).toMatchObject({ status: "interrupted", by: "caller" });
  });

  it("is lost if the server never had it", async () => {
    const unknown = follow(await arrive(), "00000000-0000-4000-8000-000000000000");
    expect(await unknown.result).toMatchObject({ status: "lost", error: { details: { why: "unknown" } } });
  });
});

describe("a graph is validated", () => {
  const built = async (pictor: Pictor) => {
    const { graphs } = await pictor.build({ workflow: "txt2img", params: { prompt: "a kite" } });
    return graphs[0]!;
  };
  it("and fits", async () => {
    const pictor = await arrive();
    expect(await pictor.validate({ graph: await built(pictor) })).toEqual([]);
  });
  it("and every problem of it is named: structure, class, value, nothing made", async () => {
    const pictor = await arrive();
    const { SaveImage: _gone, ...graph } = await built(pictor);
    const sampler = graph["Sampler"]!;
    const inputs = { ...sampler.inputs, cfg: 500, sampler_name: "eulr", positive: ["Nobody", 0] as const };
    const problems = await pictor.validate({ graph: { ...graph, Sampler: { ...sampler, inputs } } });
    expect(problems.map(({ details }) => details["where"])).toEqual([
      "Sampler.positive",
      "Sampler.cfg (KSampler)",
      "Sampler.sampler_name (KSampler)",
      "the whole graph",
    ]);
    expect(problems[2]!.hint).toContain('Did you mean "euler"?');
  });
});
