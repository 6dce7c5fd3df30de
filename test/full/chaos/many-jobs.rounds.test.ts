// Many jobs through one client while connections break at random: each image is saved once, and at night memory stays constant.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { isNightly, rounds } from "../../rounds.test.support.js";

const { numRuns: jobs, seed } = rounds(40, 1_000);
const program = fileURLToPath(new URL("many-jobs.test.support.ts", import.meta.url));

let server: EmbeddedServer;
let directory: string;
beforeEach(async () => {
  server = await startEmbeddedServer();
  directory = mkdtempSync(join(tmpdir(), "pictor-many-jobs-"));
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

/**
 * Breaks the connection during runs, repeatedly, after varying times: first in the first run. The function stops it,
 * and counts.
 */
function dropAtRandom(): () => number {
  const frames = fc.sample(fc.nat({ max: 9 }), { numRuns: 5_000, seed });
  const pausesMs = fc.sample(fc.integer({ min: 1_500, max: 5_000 }), { numRuns: 5_000, seed });
  let armed = 0;
  let drops = 0;
  let timer = setTimeout(() => undefined);
  const count = (): void => {
    if (armed > 0 && server.faults.list().length === 0) drops += 1;
  };
  const arm = (): void => {
    count();
    server.faults.set([{ kind: "drop-socket", afterFrames: frames[armed] ?? 0, times: 1 }]);
    timer = setTimeout(arm, pausesMs[armed] ?? 100);
    armed += 1;
  };
  arm();
  return () => {
    clearTimeout(timer);
    count();
    return drops;
  };
}

describe("many jobs through one client", () => {
  it("are each saved once, with random drops", async () => {
    const end = dropAtRandom();
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
    const drops = end();
    console.log(JSON.stringify({ ...report, drops }));
    expect(drops).toBeGreaterThanOrEqual(Math.ceil(jobs / 100));
    expect(report.endings).toEqual({ finished: jobs });
    expect([report.saved, report.distinct]).toEqual([jobs, jobs]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".png"))).toHaveLength(jobs);
    // What a few jobs leave is what every process compiles and keeps.
    if (!isNightly) return;
    const [first, ...later] = report.measured;
    const grown = Math.max(...later.map(({ heap }) => heap)) - (first?.heap ?? 0);
    expect(grown).toBeLessThan(6);
  });
});
