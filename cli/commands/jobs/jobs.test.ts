// `pictor jobs` with a fake server.

import { resolve } from "node:path";
import { fault, type GenerationResult, type PromptSummary } from "@pictor/kernel";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { CommandHost } from "../../session/command-host.js";
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

describe("jobs list", () => {
  it("shows state, position, and a unique prefix of each id", async () => {
    const { code, out, err } = await runWithServer({ prompts }, (host) => runList(host, {}));
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
    const run = await runWithServer({ prompts }, (host) => runList(host, { limit: "3" }), { json: true });
    expect(run.record()).toMatchObject({ type: "result", exitCode: 0, backend: info, jobs: prompts });
    expect(run.calls).toEqual([["prompts", 3]]);
  });
  it("reports that there are no jobs, and why there cannot be any", async () => {
    expect((await runWithServer({}, (host) => runList(host, {}))).err).toBe("studio (Studio) has no jobs.\n");
    expect((await runWithServer({}, (host) => runList(host, { limit: "0" }))).err).toBe(
      "No job is queued or running on studio (Studio).\n",
    );
    const absent = { ...info, title: "Managed ComfyUI (not installed)" };
    expect((await runWithServer({ info: absent }, (host) => runList(host, {}))).err).toBe(
      "studio (Managed ComfyUI, not installed) has no jobs.\n",
    );
    const inside = { ...info, facets: ["retention"] as const };
    expect((await runWithServer({ info: inside }, (host) => runList(host, {}))).err).toContain(
      "inside this command",
    );
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
    const { code, err, calls } = await runWithServer(server, (host) => runWatch(host, "77", { out: "/fox" }));
    expect(code).toBe(0);
    expect(err).toMatch(`${third}: txt2img, "a fox" on studio (Studio)\nFinished: 0 outputs in 00:00.\n`);
    expect(calls.at(-1)).toEqual([
      "attach",
      expect.objectContaining({ promptId: third, backend: "studio", directory: resolve("/fox") }),
    ]);
  });
  it("does not request the list for a whole id", async () => {
    const { calls } = await runWithServer(server, (host) => runWatch(host, first, {}));
    expect(calls).toMatchObject([["attach", { promptId: first }]]);
  });
  it.each([
    ["unchanged if the server lists it", first.toUpperCase()],
    ["else in lower case", first],
  ])("looks up a whole id with capital letters: %s", async (_case, promptId) => {
    const listed: FakeServer = { ...server, prompts: [{ promptId, state: "running" }] };
    const { calls } = await runWithServer(listed, (host) => runWatch(host, first.toUpperCase(), {}));
    expect(calls).toMatchObject([
      ["prompts", 200],
      ["attach", { promptId }],
    ]);
  });
  it("does not call a prompt lost that a command of the user has removed from the queue", async () => {
    const removed = "3f2a91c0-0000-4000-8000-00000000abcd";
    const error = fault("JOB_LOST", {
      promptId: removed,
      reason: "the backend does not know it",
      advice: "",
    });
    const lost: FakeServer = {
      ...server,
      result: async () => ({ status: "lost", error, jobId: "j", outputs: [], problems: [] }),
    };
    const watch = () => runWithServer(lost, (host) => runWatch(host, removed, {}));
    expect((await watch()).code).toBe(6);
    await runWithServer({ cancel: async () => "removed" }, (host) => runCancel(host, [removed], {}));
    const { code, err } = await watch();
    expect({ code, err }).toEqual({
      code: 5,
      err: expect.stringMatching(
        /removed from the queue by `pictor jobs cancel`.*\n.*Interrupted here/,
      ) as string,
    });
  });
  it("lists the latest jobs if none matches", async () => {
    const { code, err } = await runWithServer(server, (host) => runWatch(host, "zz", {}));
    expect(code).toBe(2);
    expect(err).toContain(
      'No job of this backend has an id that begins with "zz".\n  The latest jobs are:\n  3f2a91c0-0000',
    );
    expect(err).toContain("--backend chooses another server.");
  });
  it("stops watching on Ctrl-C, and prints the command to watch again", async () => {
    const ctrlC = new AbortController();
    const stopped: FakeServer = {
      ...server,
      *events() {
        ctrlC.abort();
        yield { type: "job", state: "interrupted", jobId: "j", batch: 0 };
      },
      result: async () => ({ ...finished, status: "interrupted", by: "caller" }),
    };
    const command = (host: CommandHost) => runWatch(host, first, { out: "a b" });
    const { code, err, calls } = await runWithServer(stopped, command, { signal: ctrlC.signal });
    expect({ code, calls: calls.length }).toEqual({ code: 5, calls: 1 });
    expect(err).toContain(
      `No longer watching; the job continues.\n  pictor jobs watch ${first} --backend studio --out 'a b'\n`,
    );
    const again = new AbortController();
    const json = await runWithServer(
      {
        ...stopped,
        events() {
          again.abort();
          return [];
        },
      },
      command,
      { json: true, signal: again.signal },
    );
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
    const { code, out } = await runWithServer(server, (host) =>
      runCancel(host, [first, second, "77", third], {}),
    );
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
    const run = await runWithServer(server, (host) => runCancel(host, [first, second], {}), { json: true });
    expect(run.record()).toMatchObject({
      status: "failed",
      exitCode: 3,
      jobs: [
        { promptId: first, outcome: "refused" },
        { promptId: second, outcome: "removed" },
      ],
    });
  });
  it("reports the error of one job, and cancels the others", async () => {
    const server: FakeServer = {
      cancel: (promptId) => (promptId === first ? Promise.reject(unreachable) : Promise.resolve("removed")),
    };
    const { code, out } = await runWithServer(server, (host) => runCancel(host, [first, second], {}));
    expect(code).toBe(3);
    expect(out).toContain(`${first}: not cancelled: The backend at http://h/ cannot be reached`);
    expect(out).toContain(`${second}: removed`);
  });
  it("waits at most 30 seconds for each answer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server: FakeServer = { cancel: () => new Promise(() => undefined) };
    const run = runWithServer(server, (host) => runCancel(host, [first, second], {}));
    await vi.advanceTimersByTimeAsync(60_000);
    const { code, out } = await run;
    expect(code).toBe(3);
    expect(out).toContain(
      `${second}: not cancelled: The backend at studio cannot be reached: no answer within 30 s`,
    );
  });
  it("cancels nothing if one id is ambiguous", async () => {
    const { code, calls } = await runWithServer({ prompts }, (host) => runCancel(host, [first, "3f"], {}));
    expect({ code, calls }).toEqual({ code: 2, calls: [["prompts", 200]] });
  });
});
