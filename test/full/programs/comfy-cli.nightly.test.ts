// comfy-cli, unchanged: it runs a graph, looks at a job, and cancels one, through the gateway before one backend and
// before a pool.

import { describe, expect, it } from "vitest";
import { isRecord } from "@pictor/kernel";
import { graphs, hasModule, openWorkplace, runModule } from "./programs.test.support.js";

const isThere = await hasModule("comfy_cli.cmdline");
const place = openWorkplace();

describe.skipIf(!isThere).each(["one", "pool"] as const)("before %s", (end) => {
  /** The data of the envelope that the command prints last. */
  const comfy = async (...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
    const { hostname, port } = new URL(place.ports[end]);
    const printed = await runModule(
      "comfy_cli",
      ["--skip-prompt", "--json", ...words, "--host", hostname, "--port", port],
      { "graph.json": graphs.GRAPH, "long.json": graphs.LONG },
    );
    const { data } = JSON.parse(printed.trim().split("\n").at(-1) ?? "") as { readonly data: unknown };
    return isRecord(data) ? data : {};
  };

  it("makes an image whose address can be read", async () => {
    const { status, outputs } = await comfy("run", "--workflow", "graph.json", "--wait");
    expect(status).toBe("completed");
    const image = await fetch(String((outputs as readonly unknown[])[0]));
    expect(Buffer.from(await image.arrayBuffer()).toString("hex", 0, 4)).toBe("89504e47");
  });

  it("submits a job, finds it, and cancels it", async () => {
    const { prompt_id: id } = await comfy("run", "--workflow", "long.json", "--no-notify");
    expect(await comfy("jobs", "status", String(id))).toMatchObject({ prompt_id: id });
    expect(await comfy("jobs", "cancel", String(id))).toMatchObject({ found: true, interrupt_ok: true });
  });

  it("lists the node classes", async () => {
    expect(JSON.stringify(await comfy("nodes", "ls"))).toContain('"KSampler"');
  });
});
