// A thousand jobs through one client while connections break at random: each image is saved once, memory stays constant.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";

const jobs = Number(process.env["PICTOR_JOBS"] ?? 1000);
const program = fileURLToPath(new URL("thousand-jobs.test.support.ts", import.meta.url));

let server: EmbeddedServer;
let directory: string;
beforeEach(async () => {
  server = await startEmbeddedServer();
  directory = mkdtempSync(join(tmpdir(), "pictor-thousand-"));
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Report {
  readonly endings: Readonly<Record<string, number>>;
  readonly problems: Readonly<Record<string, number>>;
  readonly saved: number;
  readonly distinct: number;
  readonly measured: readonly { readonly jobs: number; readonly heap: number; readonly rss: number }[];
}

/** Breaks the connection during runs, repeatedly, after varying times. Returns a function that stops it. */
function dropAtRandom(): { readonly drops: () => number; readonly end: () => void } {
  const frames = fc.sample(fc.nat({ max: 15 }), { numRuns: 5_000, seed: 7 });
  const pausesMs = fc.sample(fc.integer({ min: 1_500, max: 5_000 }), { numRuns: 5_000, seed: 8 });
  let armed = 0;
  let drops = 0;
  let timer = setTimeout(() => undefined);
  const arm = (): void => {
    if (server.faults.list().length === 0) drops += 1;
    server.faults.set([{ kind: "drop-socket", afterFrames: frames[armed] ?? 0, times: 1 }]);
    timer = setTimeout(arm, pausesMs[armed] ?? 100);
    armed += 1;
  };
  arm();
  return {
    drops: () => drops - 1,
    end: () => {
      clearTimeout(timer);
    },
  };
}

describe("many jobs through one client", () => {
  it(`${jobs} with random drops`, async () => {
    const { drops, end } = dropAtRandom();
    const given = ["--expose-gc", "--conditions=@pictor/source", "--import", "tsx", program];
    const child = spawn(process.execPath, [...given, server.url, directory, String(jobs)], {
      cwd: fileURLToPath(new URL("../../../", import.meta.url)),
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => {
      end();
      child.kill("SIGKILL");
    });
    const report = JSON.parse((await text(child.stdout)).trim().split("\n").at(-1) ?? "") as Report;
    end();
    console.log(JSON.stringify({ ...report, drops: drops() }));
    expect(drops()).toBeGreaterThan(jobs / 100);
    expect(report.endings).toEqual({ finished: jobs });
    expect([report.saved, report.distinct]).toEqual([jobs, jobs]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".png"))).toHaveLength(jobs);
    const [first, ...later] = report.measured;
    const grown = Math.max(...later.map(({ heap }) => heap)) - (first?.heap ?? 0);
    expect(grown).toBeLessThan(6);
  }, 900_000);
});
