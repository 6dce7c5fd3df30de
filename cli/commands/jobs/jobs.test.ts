// `pictor jobs ...` on a server written in the test.

import { fault, PictorError, type GenerationResult, type PromptSummary } from "@pictor/host";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { CommandHost } from "../../session/command-host.js";
import { info, pressed, runOn, type FakeServer } from "../../testing/server-host.js";
import { cancel } from "./cancel-jobs.js";
import { list } from "./list-jobs.js";
import { watch } from "./watch-job.js";

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
  it("shows state and place, and a beginning that names each job", async () => {
    const { code, out, err } = await runOn({ prompts }, (host) => list(host, {}));
    expect({ code, err }).toEqual({ code: 0, err: "studio (Studio)\n" });
    expect(out.split("\n").map((line) => line.replace(/ {2,}/g, " | "))).toEqual([
      "ID | STATE | AGE | MAKES",
      `${first} | queued, 1 before | txt2img, "a fox"`,
      `${second} | running | txt2img, "a fox"`,
      "77b1d0aa | finished | (of another program)",
      "",
    ]);
  });
  it("tells whole ids with --json", async () => {
    const run = await runOn({ prompts }, (host) => list(host, { limit: "3" }), { json: true });
    expect(run.record()).toMatchObject({ type: "result", exitCode: 0, backend: info, jobs: prompts });
    expect(run.asked).toEqual([["prompts", 3]]);
  });
  it("says that there are none, and why there cannot be any", async () => {
    expect((await runOn({}, (host) => list(host, {}))).err).toBe("studio (Studio) has no jobs.\n");
    expect((await runOn({}, (host) => list(host, { limit: "0" }))).err).toBe(
      "No job is queued or running on studio (Studio).\n",
    );
    const absent = { ...info, title: "Managed ComfyUI (not installed)" };
    expect((await runOn({ info: absent }, (host) => list(host, {}))).err).toBe(
      "studio (Managed ComfyUI, not installed) has no jobs.\n",
    );
    const inside = { ...info, facets: ["retention"] as const };
    expect((await runOn({ info: inside }, (host) => list(host, {}))).err).toContain("inside this command");
  });
  it("takes a number only", async () => {
    const { code, err } = await runOn({}, (host) => list(host, { limit: "many" }));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('found "many"') as string });
  });
});

describe("jobs watch", () => {
  const finished: GenerationResult = { status: "finished", jobId: "j", outputs: [], problems: [] };
  const server: FakeServer = {
    prompts,
    recalled: { graph: {}, outputs: [], record },
    result: async () => finished,
  };

  it("finds a job by the beginning of its id, and says what it is", async () => {
    const { code, err, asked } = await runOn(server, (host) => watch(host, "77", { out: "/fox" }));
    expect(code).toBe(0);
    expect(err).toMatch(`${third}: txt2img, "a fox" on studio (Studio)\nFinished: 0 outputs in 00:00.\n`);
    expect(asked.at(-1)).toEqual([
      "attach",
      expect.objectContaining({ promptId: third, backend: "studio", directory: "/fox" }),
    ]);
  });
  it("asks for no list where the id is whole", async () => {
    const { asked } = await runOn(server, (host) => watch(host, first, {}));
    expect(asked).toMatchObject([["attach", { promptId: first }]]);
  });
  it.each([
    ["one that is listed so is meant", first.toUpperCase()],
    ["else the small letters are", first],
  ])("looks up a whole id with capitals: %s", async (_case, promptId) => {
    const listed: FakeServer = { ...server, prompts: [{ promptId, state: "running" }] };
    const { asked } = await runOn(listed, (host) => watch(host, first.toUpperCase(), {}));
    expect(asked).toMatchObject([
      ["prompts", 200],
      ["attach", { promptId }],
    ]);
  });
  it("names the candidates of a beginning that several jobs have", async () => {
    const { code, err } = await runOn(server, (host) => watch(host, "3f", {}));
    expect(code).toBe(2);
    expect(err).toContain('"3f" matches 2 jobs.\n  Type more characters:\n  3f2a91c0-0000');
    expect(err).toContain(second);
    expect(err).not.toContain("77b1d0aa");
  });
  it("takes an empty text for no job: a variable that is not set must not cancel one", async () => {
    const { code, err, asked } = await runOn({ prompts: [{ promptId: first, state: "running" }] }, (host) =>
      cancel(host, [""], {}),
    );
    expect({ code, asked }).toEqual({ code: 2, asked: [["prompts", 200]] });
    expect(err).toContain('No job of this backend has an id that begins with "".');
  });
  it("names the latest jobs where none begins so", async () => {
    const { code, err } = await runOn(server, (host) => watch(host, "zz", {}));
    expect(code).toBe(2);
    expect(err).toContain(
      'No job of this backend has an id that begins with "zz".\n  The latest jobs are:\n  3f2a91c0-0000',
    );
    expect(err).toContain("--backend chooses another server.");
  });
  it("ends as the job did", async () => {
    const result = async (): Promise<GenerationResult> => ({
      ...finished,
      status: "failed",
      error: unreachable,
    });
    expect((await runOn({ ...server, result }, (host) => watch(host, first, {}))).code).toBe(3);
  });

  it("leaves the job at Ctrl-C, and says how to come back to it", async () => {
    const { abort, signal } = pressed();
    const stopped: FakeServer = {
      ...server,
      *events() {
        abort();
        yield { type: "job", state: "interrupted", jobId: "j", batch: 0 };
      },
      result: async () => ({ ...finished, status: "interrupted", by: "caller" }),
    };
    const command = (host: CommandHost) => watch(host, first, { out: "a b" });
    const { code, err, asked } = await runOn(stopped, command, { signal });
    expect({ code, asked: asked.length }).toEqual({ code: 5, asked: 1 });
    expect(err).toContain(
      `No longer watching; the job continues.\n  pictor jobs watch ${first} --backend studio --out 'a b'\n`,
    );
    const { signal: again, abort: abortAgain } = pressed();
    const json = await runOn(
      {
        ...stopped,
        events() {
          abortAgain();
          return [];
        },
      },
      command,
      { json: true, signal: again },
    );
    expect(json.out.trim().split("\n")).toHaveLength(1);
    expect(json.record()).toMatchObject({ status: "detached", exitCode: 5, promptIds: [first] });
  });
});

describe("jobs cancel", () => {
  it("says what became of each", async () => {
    const outcomes = { [first]: "removed", [second]: "interrupting", [third]: "gone" } as const;
    const server: FakeServer = {
      prompts,
      cancel: (promptId) => Promise.resolve(outcomes[promptId as typeof first]),
    };
    const { code, out } = await runOn(server, (host) => cancel(host, [first, second, "77", third], {}));
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toEqual([
      `${first}: removed from the queue`,
      `${second}: is being interrupted`,
      `${third}: is neither queued nor running: it has ended, or the backend does not know it`,
    ]);
  });
  it("fails where the backend refuses one, and cancels the others", async () => {
    const server: FakeServer = {
      cancel: (promptId) => Promise.resolve(promptId === first ? "refused" : "removed"),
    };
    const run = await runOn(server, (host) => cancel(host, [first, second], {}), { json: true });
    expect(run.record()).toMatchObject({
      status: "failed",
      exitCode: 3,
      jobs: [
        { promptId: first, outcome: "refused" },
        { promptId: second, outcome: "removed" },
      ],
    });
  });
  it("tells the error of one, and cancels the others", async () => {
    const server: FakeServer = {
      cancel: (promptId) => (promptId === first ? Promise.reject(unreachable) : Promise.resolve("removed")),
    };
    const { code, out } = await runOn(server, (host) => cancel(host, [first, second], {}));
    expect(code).toBe(3);
    expect(out).toContain(`${first}: not cancelled: The backend at http://h/ cannot be reached`);
    expect(out).toContain(`${second}: removed`);
  });
  it("ends as what the error of a plugin is a case of", async () => {
    const denied = new PictorError("TICKET_DENIED", "No ticket.", "", {}, undefined, "AUTH_REFUSED");
    const server: FakeServer = { cancel: () => Promise.reject(denied) };
    const run = await runOn(server, (host) => cancel(host, [first], {}), { json: true });
    const error = { code: "TICKET_DENIED", message: "No ticket." };
    expect(run.record()).toMatchObject({ exitCode: 8, jobs: [{ promptId: first, error }] });
  });
  it("waits half a minute for each answer, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const server: FakeServer = { cancel: () => new Promise(() => undefined) };
    const run = runOn(server, (host) => cancel(host, [first, second], {}));
    await vi.advanceTimersByTimeAsync(60_000);
    const { code, out } = await run;
    expect(code).toBe(3);
    expect(out).toContain(
      `${second}: not cancelled: The backend at studio cannot be reached: no answer within 30 s`,
    );
  });
  it("cancels nothing where one id is not clear", async () => {
    const { code, asked } = await runOn({ prompts }, (host) => cancel(host, [first, "3f"], {}));
    expect({ code, asked }).toEqual({ code: 2, asked: [["prompts", 200]] });
  });
});
