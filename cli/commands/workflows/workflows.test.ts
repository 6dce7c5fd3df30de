// `pictor workflows` and `pictor features` with the plugins that come along.

import { describe, expect, it } from "vitest";
import { run } from "../../program/run.js";
import { parseRecords } from "../../testing/fake-server.js";
import { fakeStreams } from "../../testing/fake-streams.js";

async function pictor(...given: readonly string[]) {
  const streams = fakeStreams();
  const code = await run(given, streams);
  return { code, ...streams.written };
}

describe("list", () => {
  it.each([
    ["workflows", /^txt2img +\S.*/m],
    ["features", /^lora +\S.*/m],
  ])("%s are sorted, each with a title and a sentence", async (nouns, row) => {
    const { code, out, err } = await pictor(nouns, "list");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(row);
    const ids = out
      .split("\n")
      .slice(1)
      .flatMap((line) => /^([a-z0-9-]+) /.exec(line)?.[1] ?? []);
    expect(ids).toEqual([...ids].sort());
  });
  it("--json has ids and plugins", async () => {
    const [result] = parseRecords((await pictor("features", "list", "--json")).out);
    expect(result).toMatchObject({
      features: expect.arrayContaining([expect.objectContaining({ id: "lora", plugin: "workflow-lora" })]),
    });
  });
});

describe("show", () => {
  it("a workflow: settings, fitting features, how to use it", async () => {
    const { code, out } = await pictor("workflows", "show", "txt2img");
    expect(code).toBe(0);
    expect(out).toMatch(/^txt2img: /);
    expect(out).toMatch(/^ {2}steps +integer/m);
    expect(out).toMatch(/^Features: .*lora/m);
    expect(out).toContain("pictor generate txt2img");
  });
  it("a feature: only the workflows that it fits", async () => {
    const [result] = parseRecords((await pictor("features", "show", "lora", "--json")).out);
    const { feature } = result as { feature: { workflows: readonly string[] } };
    expect(feature.workflows).toContain("txt2img");
    expect(feature.workflows).not.toContain("custom");
  });
  it.each([
    ["workflows", "txt2imk", "WORKFLOW_UNKNOWN", "txt2img"],
    ["features", "lorra", "FEATURE_UNKNOWN", "lora"],
  ])("%s: an unknown id suggests the nearest", async (nouns, id, code, nearest) => {
    const ran = await pictor(nouns, "show", id);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(code);
    expect(ran.err).toContain(`Did you mean "${nearest}"?`);
  });
});
