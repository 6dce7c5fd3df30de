// `pictor jobs` with a fake server.

import { resolve } from "node:path";
import { fault, type GenerationResult, type PromptSummary } from "@pictor/kernel";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { GlobalOptions } from "../../base/invocation.js";
import { ending } from "../../testing/ending.js";
import { info, runWithServer, type FakeServer } from "../../testing/fake-server.js";
import { runCancel } from "./cancel-jobs.js";
import { runList } from "./list-jobs.js";
import { runWatch } from "./watch-job.js";

const [first, second, third] = [
  "3f2a91c0-0000-4000-8000-000000000001",
  "3f2a91c0-0000-4000-8000-000000000002",
  "77b1d0aa-0000-4000-8000-000000000003",
] as const;
const record = { workflow: "txt2img", prompts: { positive: "a fox", negative: "" } };
const prompts: readonly PromptSummary[] = [
  { promptId: first, state: "queued", ahead: 1, record },
  { promptId: second, state: "running", record },
  { promptId: third, state: "succeeded" },
];
const unreachable = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });

type More = GlobalOptions & { readonly signal?: AbortSignal };
const list = (server: FakeServer, options: Parameters<typeof runList>[1] = {}, more: More = {}) =>
  runWithServer(server, (host) => runList(host, options), more);
const watch = (server: FakeServer, id: string, options: object = {}, more: More = {}) =>
  runWithServer(server, (host) => runWatch(host, id, options), more);
const cancel = (server: FakeServer, ids: readonly string[], more: More = {}) =>
  runWithServer(server, (host) => runCancel(host, ids, {}), more);

describe("jobs list", () => {
  it("shows state, position, and a unique prefix of each id", async () => {
    const { code, out, err } = await list({ prompts });
    expect({ code, err }).toEqual({ code: 0, err: "studio (Studio)\n" });
    expect(out.split("\n").map((line) => line.replace(/ {2,}/g, " | "))).toEqual([
      "ID | STATE | AGE | MAKES",
      `${first} | queued, 1 before | txt2img, "a fox"`,
      `${second} | running | txt2img, "a fox"`,
      "77b1d0aa | finished | (of another program)",
      "",
    ]);
  });
  it("prints whole ids with --json", async () => {
    const run = await list({ prompts }, { limit: "3" }, { json: true });
    expect(run.record()).toMatchObject({ type: "result", exitCode: 0, backend: info, jobs: prompts });
    expect(run.calls).toEqual([["prompts", 3]]);
  });
  it("reports that there are no jobs, and why there cannot be any", async () => {
    expect((await list({})).err).toBe("studio (Studio) has no jobs.\n");
    const running = await list({}, { limit: "0" });
    expect(running.err).toBe("No job is queued or running on studio (Studio).\n");
    const inside = { ...info, facets: ["retention"] as const };
    expect((await list({ info: inside })).err).toContain("inside this command");
  });
});

describe("jobs watch", () => {
  const finished: GenerationResult = { status: "finished", jobId: "j", outputs: [], problems: [] };
  const server: FakeServer = {
    prompts,
    submission: { graph: {}, outputs: [], record },
    result: async () => finished,
  };

  it("finds a job by a prefix of its id, and prints its title", async () => {
    const { code, err, calls } = await watch(server, "77", { out: "/fox" });
    expect(code).toBe(0);
    expect(err).toMatch(`${third}: txt2img, "a fox" on studio (Studio)\nFinished: 0 outputs in 00:00.\n`);
    const request = { promptId: third, backend: "studio", directory: resolve("/fox") };
    expect(calls.at(-1)).toMatchObject(["attach", request]);
  });
  it("does not request the list for a whole id", async () => {
    expect((await watch(server, first)).calls).toMatchObject([["attach", { promptId: first }]]);
  });
  it.each([
    ["unchanged if the server lists it", first.toUpperCase()],
    ["else in lower case", first],
  ])("looks up a whole id with capital letters: %s", async (_case, promptId) => {
    const listed: FakeServer = { ...server, prompts: [{ promptId, state: "running" }] };
    const { calls } = await watch(listed, first.toUpperCase());
    expect(calls).toMatchObject([
      ["prompts", 200],
      ["attach", { promptId }],
    ]);
  });
  it("does not call a prompt lost that a command of the user has removed from the queue", async () => {
    const removed = "3f2a91c0-0000-4000-8000-00000000abcd";
    const reason = "the backend does not know it";
    const error = fault("JOB_LOST", { promptId: removed, reason, advice: "" });
    const lost: FakeServer = {
      ...server,
      result: async () => ({ status: "lost", error, jobId: "j", outputs: [], problems: [] }),
    };
    expect((await watch(lost, removed)).code).toBe(6);
    await cancel({ cancel: async () => "removed" }, [removed]);
    const { code, err } = await watch(lost, removed);
    expect(code).toBe(5);
    expect(err).toMatch(/removed from the queue by `pictor jobs cancel`.*\n.*Interrupted here/);
  });
  it("lists the latest jobs if none matches", async () => {
    const none = await watch(server, "zz");
    expect(none).toMatchObject(
      ending(
        2,
        'No job of this backend has an id that begins with "zz".\n  The latest jobs are:\n  3f2a91c0-0000',
      ),
    );
    expect(none.err).toContain("--backend chooses another server.");
  });

  it("stops watching on Ctrl-C, and prints the command to watch again", async () => {
    const stopped = (json: boolean) => {
      const ctrlC = new AbortController();
      const interrupted: FakeServer = {
        ...server,
        events() {
          ctrlC.abort();
          return json ? [] : [{ type: "job", state: "interrupted", jobId: "j", batch: 0 }];
        },
        result: async () => ({ ...finished, status: "interrupted", by: "caller" }),
      };
      return watch(interrupted, first, { out: "a b" }, { signal: ctrlC.signal, ...(json && { json }) });
    };
    const told = await stopped(false);
    expect(told.calls).toHaveLength(1);
    const again = `  pictor jobs watch ${first} --backend studio --out 'a b'\n`;
    expect(told).toMatchObject(ending(5, `No longer watching; the job continues.\n${again}`));
    const json = await stopped(true);
    expect(json.out.trim().split("\n")).toHaveLength(1);
    expect(json.record()).toMatchObject({ status: "detached", exitCode: 5, promptIds: [first] });
  });
});

describe("jobs cancel", () => {
  it("reports the outcome of each job", async () => {
    const outcomes = { [first]: "removed", [second]: "interrupting", [third]: "gone" } as const;
    const server: FakeServer = {
      prompts,
      cancel: (promptId) => Promise.resolve(outcomes[promptId as typeof first]),
    };
    const { code, out } = await cancel(server, [first, second, "77", third]);
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toEqual([
      `${first}: removed from the queue`,
      `${second}: is being interrupted`,
      `${third}: is neither queued nor running: it has ended, or the backend does not know it`,
    ]);
  });
  it("fails if the backend refuses one job, and cancels the others", async () => {
    const server: FakeServer = {
      cancel: (promptId) => Promise.resolve(promptId === first ? "refused" : "removed"),
    };
    const run = await cancel(server, [first, second], { json: true });
    const jobs = [
      { promptId: first, outcome: "refused" },
      { promptId: second, outcome: "removed" },
    ];
    expect(run.record()).toMatchObject({ status: "failed", exitCode: 3, jobs });
  });
  it("reports the error of one job, and cancels the others", async () => {
    const server: FakeServer = {
      cancel: (promptId) => (promptId === first ? Promise.reject(unreachable) : Promise.resolve("removed")),
    };
    const { code, out } = await cancel(server, [first, second]);
    expect(code).toBe(3);
    expect(out).toContain(`${first}: not cancelled: The backend http://h/ cannot be reached`);
    expect(out).toContain(`${second}: removed`);
  });
  it("waits at most 30 seconds for each answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const run = cancel({ cancel: () => new Promise(() => undefined) }, [first, second]);
    await vi.advanceTimersByTimeAsync(60_000);
    const { code, out } = await run;
    expect(code).toBe(3);
    expect(out).toContain(
      `${second}: not cancelled: The backend studio cannot be reached: no answer within 30 s`,
    );
  });
  it("cancels nothing if one id is ambiguous", async () => {
    const { code, calls } = await cancel({ prompts }, [first, "3f"]);
    expect({ code, calls }).toEqual({ code: 2, calls: [["prompts", 200]] });
  });
});
