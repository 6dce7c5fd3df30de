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
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-jobs-"))));
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
});
