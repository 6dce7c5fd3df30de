// `pictor generate` on a server written in the test: Ctrl-C, and a job that is not waited for.

import { fault, type JobEvent } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { info, pressed, runOn, type FakeServer } from "../../testing/server-host.js";
import { runGenerate } from "./generate.js";

const first = "3f2a91c0-0000-4000-8000-000000000001";
const unreachable = fault("BACKEND_UNREACHABLE", { url: "http://h/", reason: "refused" });

it("cancels the job at Ctrl-C, waits, and says so", async () => {
  const { abort, signal } = pressed();
  const server: FakeServer = {
    events() {
      abort();
      return [];
    },
    result: async () => ({ status: "interrupted", by: "caller", jobId: "j", outputs: [], problems: [] }),
  };
  const run = await runOn(server, (host) => runGenerate(host, "draw", "a", {}), { signal });
  expect({ code: run.code, asked: run.asked.at(-1) }).toEqual({ code: 5, asked: ["cancel the job", "j"] });
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

  it("prints the job's id, and how to go on with it", async () => {
    const { code, out, err, asked } = await runOn({ submitted }, (host) =>
      runGenerate(host, "draw", "a", options),
    );
    expect({ code, out }).toEqual({ code: 0, out: `${first}\n` });
    expect(err).toContain("The job continues without this command.\n");
    expect(err).toContain(`  pictor jobs watch ${first} --backend studio --out fox\n`);
    expect(asked).toMatchObject([
      ["submit", { workflow: "draw", params: { prompt: "a" }, backend: "studio" }],
    ]);
  });
  it("tells its events until then with --json", async () => {
    const events: readonly JobEvent[] = [
      { type: "upload", file: "cat.png", sent: 1, total: 2, jobId: "j", batch: 0 },
      { type: "job", state: "queued", promptId: first, jobId: "j", batch: 0 },
    ];
    const server = { submitted, events: () => events };
    const run = await runOn(server, (host) => runGenerate(host, "draw", "a", options), { json: true });
    expect(run.out.split("\n")).toHaveLength(4);
    expect(run.record()).toMatchObject({
      type: "result",
      status: "submitted",
      exitCode: 0,
      promptIds: [first],
    });
  });
  it("ends as a submission that failed", async () => {
    const failed: FakeServer["submitted"] = async () => ({
      status: "failed",
      error: unreachable,
      jobId: "j",
      outputs: [],
      problems: [],
    });
    const { code, out } = await runOn({ submitted: failed }, (host) =>
      runGenerate(host, "draw", "a", options),
    );
    expect({ code, out }).toEqual({ code: 3, out: "" });
  });
  it("refuses a backend that ends with the command, and says what to do", async () => {
    const inside = { ...info, name: "embedded", facets: ["retention"] as const };
    const { code, err, asked } = await runOn({ info: inside }, (host) =>
      runGenerate(host, "draw", "a", options),
    );
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(err).toContain(
      "--detach: the backend embedded runs inside this command; the job would end with it",
    );
    expect(err).toContain("`pictor backend serve`");
  });
});
