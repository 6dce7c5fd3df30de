// A thousand jobs through one client while connections break at random: each picture is saved once, memory stays flat.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbeddedServer, type EmbeddedServer, type Fault } from "@pictor/backend-embedded/testing";

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

/** Connections break after a number of frames that is never the same. */
const drops: readonly Fault[] = fc
  .sample(fc.integer({ min: 5, max: 120 }), { numRuns: 400, seed: 7 })
  .map((afterFrames): Fault => ({ kind: "drop-socket", afterFrames, times: 1 }));

describe("many jobs through one client", () => {
  it(`${jobs} with random drops`, async () => {
    server.faults.set(drops);
    const given = ["--expose-gc", "--conditions=@pictor/source", "--import", "tsx", program];
    const child = spawn(process.execPath, [...given, server.url, directory, String(jobs)], {
      cwd: fileURLToPath(new URL("../../../", import.meta.url)),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const report = JSON.parse((await text(child.stdout)).trim().split("\n").at(-1) ?? "") as Report;
    console.log(JSON.stringify(report));
    expect(report.endings).toEqual({ finished: jobs });
    expect([report.saved, report.distinct]).toEqual([jobs, jobs]);
    expect(readdirSync(directory).filter((name) => name.endsWith(".png"))).toHaveLength(jobs);
    const [first, ...later] = report.measured;
    const grown = Math.max(...later.map(({ heap }) => heap)) - (first?.heap ?? 0);
    expect(grown).toBeLessThan(6);
  });
});
