// `pictor generate` with a fake server: Ctrl-C and --detach.

import { type JobEvent } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { info, runWithServer, type FakeServer } from "../../testing/fake-server.js";
import { runGenerate } from "./generate.js";

const first = "3f2a91c0-0000-4000-8000-000000000001";

it("cancels the job on Ctrl-C, and waits for the confirmation", async () => {
  const ctrlC = new AbortController();
  const server: FakeServer = {
    events() {
      ctrlC.abort();
      return [];
    },
    result: async () => ({ status: "interrupted", by: "caller", jobId: "j", outputs: [], problems: [] }),
  };
  const run = await runWithServer(server, (host) => runGenerate(host, "draw", "a", {}), {
    signal: ctrlC.signal,
  });
  expect({ code: run.code, calls: run.calls.at(-1) }).toEqual({ code: 5, calls: ["cancel the job", "j"] });
  expect(run.err).toContain(
    "Cancelling the job, and waiting until the backend has confirmed it.\nInterrupted here after 00:00",
  );
});

describe("generate --detach", () => {
  const options = { detach: true, out: "fox" } as const;
  const submitted: FakeServer["submitted"] = async () => ({
    status: "submitted",
    jobId: "j",
    backend: "studio",
    promptIds: [first],
    problems: [],
  });

  it("prints the job's id, and the commands to continue", async () => {
    const { code, out, err, calls } = await runWithServer({ submitted }, (host) =>
      runGenerate(host, "draw", "a", options),
    );
    expect({ code, out }).toEqual({ code: 0, out: `${first}\n` });
    expect(err).toContain("The job continues without this command.\n");
    expect(err).toContain(`  pictor jobs watch ${first} --backend studio --out fox\n`);
    expect(calls).toMatchObject([
      ["submit", { workflow: "draw", params: { prompt: "a" }, backend: "studio" }],
    ]);
  });
  it("prints the events until the submission with --json", async () => {
    const events: readonly JobEvent[] = [
      { type: "upload", file: "cat.png", sent: 1, total: 2, jobId: "j", batch: 0 },
      { type: "job", state: "queued", promptId: first, jobId: "j", batch: 0 },
    ];
    const server = { submitted, events: () => events };
    const run = await runWithServer(server, (host) => runGenerate(host, "draw", "a", options), {
      json: true,
    });
    expect(run.out.split("\n")).toHaveLength(4);
    expect(run.record()).toMatchObject({
      type: "result",
      status: "submitted",
      exitCode: 0,
      promptIds: [first],
    });
  });
  it("refuses a backend that runs inside the command", async () => {
    const inside = { ...info, name: "embedded", facets: ["retention"] as const };
    const { code, err, calls } = await runWithServer({ info: inside }, (host) =>
      runGenerate(host, "draw", "a", options),
    );
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
    expect(err).toContain(
      "--detach: the backend embedded runs inside this command; the job would end with it",
    );
    expect(err).toContain("`pictor backend serve`");
  });
});

describe("the owner and the priority of a job", () => {
  const finished: FakeServer["result"] = async () => ({
    status: "finished",
    jobId: "j",
    outputs: [],
    problems: [],
  });
  const runDraw = (options: object, env: Readonly<Record<string, string>> = {}) =>
    runWithServer({ result: finished }, (host) =>
      runGenerate({ ...host, streams: { ...host.streams, env } }, "draw", "a", options),
    );

  it("are part of the request, and a note says when the priority changes nothing", async () => {
    const { calls, err } = await runDraw({ priority: "high" }, { PICTOR_OWNER: "anna" });
    expect(calls).toMatchObject([["generate", { owner: "anna", priority: "high" }]]);
    expect(err).toContain("studio has no queue of its own, so --priority has no effect.\n");
  });

  it("another word is refused before anything is sent", async () => {
    const { code, err, calls } = await runDraw({ priority: "urgent" });
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
    expect(err).toContain('--priority: expected high, normal, low, found "urgent".');
  });
});
