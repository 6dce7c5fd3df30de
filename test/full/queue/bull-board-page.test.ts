// The picture of docs/farm.md: a queue whose prompts were really run, in bull-board.

import { join } from "node:path";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Pictor } from "@pictor/host";
import { createTestFolder } from "@pictor/host/testing";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { describe, expect, it, onTestFinished } from "vitest";
import { chromiumPath, openBrowser } from "../browser.test.support.js";
import { compareWithPicture } from "../screenshot.test.support.js";
import { startBoard } from "./board.test.support.js";
import { openPictor, queueIn, startWorker } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

const viewport = { width: 1280, height: 800 };

interface Farm {
  readonly pictor: Pictor;
  readonly studio: EmbeddedServer;
  readonly redisUrl: string;
}

/** A queue over a real Redis, and a worker beside a server with a simulated sampler. */
async function startFarm(): Promise<Farm> {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const folder = createTestFolder();
  const studio = await startEmbeddedServer();
  onTestFinished(() => studio.close());
  process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
  const pictor = await openPictor(folder, {
    backends: { farm: queueIn(folder), studio: { kind: "remote", baseUrl: studio.url } },
    outputs: { directory: join(folder, "outputs") },
  });
  const { backend: queue } = await pictor.openBackend("farm");
  const worker = await startWorker(queue, (await pictor.openBackend("studio")).backend, "gpu-1");
  onTestFinished(async () => {
    await worker.stop();
    await pictor.dispose();
  });
  return { pictor, studio, redisUrl: redis.url };
}

/** How a job with one image ends. */
async function endOf(pictor: Pictor, owner: string, prompt: string): Promise<string> {
  const params = { prompt, width: 256, height: 256, steps: 4, seed: "7" };
  return (await pictor.generate({ workflow: "txt2img", params, backend: "farm", owner }).result).status;
}

describe.skipIf(!hasRedis || chromiumPath === undefined)(
  `the picture of a farm${withoutRedis}`,
  { timeout: 120_000 },
  () => {
    it("shows a prompt in bull-board, with its graph, owner, state and verdict", async () => {
      const { pictor, studio, redisUrl } = await startFarm();
      expect(await endOf(pictor, "anna", "a red kite over the sea")).toBe("finished");
      studio.faults.set([{ kind: "out-of-memory", classType: "KSampler" }]);
      expect(await endOf(pictor, "bert", "a cabin in the forest in autumn")).toBe("failed");
      studio.faults.clear();
      expect(await endOf(pictor, "anna", "a lighthouse over a calm sea at dusk")).toBe("finished");

      const client = new Redis(redisUrl);
      onTestFinished(() => client.disconnect());
      const [set = ""] = await client.zrange("{pictor}:heads", "0", "-1");
      const queue = new Queue(set, { connection: { url: redisUrl }, prefix: "{pictor}" });
      onTestFinished(() => queue.close());
      const board = await startBoard(queue);
      onTestFinished(() => board.close());

      const context = await (await openBrowser()).newContext({ viewport });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const show = async (state: "completed" | "failed", text: string): Promise<void> => {
        await page.goto(`${board.url}queue/${encodeURIComponent(set)}?status=${state}`);
        await page.getByText(text).first().waitFor();
      };
      await show("failed", "Allocation on device");
      await show("completed", '"anna"');
      const shown = (await page.locator("#root").textContent()) ?? "";
      expect(shown).toMatch(/by gpu-1.*graph:.*CheckpointLoader_Base.*state:\s*"succeeded"/);
      const picture = { name: "farm-bull-board.webp", shownIn: "docs/farm.md", maxBytes: 120_000 };
      await compareWithPicture(page, picture);
    });
  },
);
