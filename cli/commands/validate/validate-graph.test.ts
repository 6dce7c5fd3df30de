// `pictor validate`: graphs from files and workflows, refusals, and the report of problems.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fault, stringifyJson } from "@pictor/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { graph, info, runWithServer, type FakeServer } from "../../testing/fake-server.js";
import { runValidate } from "./validate-graph.js";
import { ending } from "../../testing/ending.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-validate-"))));
const written = (text: string): string => {
  const path = join(folder, "graph.json");
  writeFileSync(path, text);
  return path;
};

interface Given extends WorkflowOptions {
  readonly server?: FakeServer;
  readonly text?: string;
  readonly json?: true;
  readonly typed?: string;
}
const validate = (target: string, { server = {}, text, json, typed = "", ...options }: Given = {}) =>
  runWithServer(server, (host) => runValidate(host, target, text, options), { typed, ...(json && { json }) });

const wrong = fault(
  "GRAPH_INVALID",
  { where: "1.cfg (Draw)", problem: "101 is above 100", advice: "Use at most 100." },
  { more: { node: "1", input: "cfg" } },
);

it("reads a graph from a file, with all digits of its seed", async () => {
  const path = written(stringifyJson(graph));
  const { code, out, calls } = await validate(path);
  expect({ code, out }).toEqual({ code: 0, out: `${path}: ok on studio (Studio)\n` });
  expect(calls).toMatchObject([["validate", { graph, backend: "studio" }]]);
});
it("reads a graph in the body that a client submits", async () => {
  const { code, calls } = await validate("-", { typed: stringifyJson({ prompt: graph, client_id: "c" }) });
  expect({ code, calls }).toMatchObject({ code: 0, calls: [["validate", { graph }]] });
});
it("has the workflow custom read a file of the editor, as generate does", async () => {
  const path = written(JSON.stringify({ nodes: [{ id: 1, type: "Draw" }], links: [] }));
  const { code, calls } = await validate(path, { server: { workflows: ["custom"] } });
  expect({ code, calls }).toMatchObject({
    code: 0,
    calls: [
      ["build", { workflow: "custom", params: { graph: path } }],
      ["validate", { graph, inputs: [] }],
      ["validate", { graph }],
    ],
  });
});
it("reads a graph in API format that cannot be built, to name all its problems", async () => {
  const server = { workflows: ["custom"], buildError: wrong, problems: [wrong] };
  const { code, calls } = await validate(written(stringifyJson(graph)), { server });
  expect({ code, calls }).toMatchObject({ code: 2, calls: [["validate", { graph }]] });
});
it("names the reason for which a file of the editor cannot be built", async () => {
  const server = { workflows: ["custom"], buildError: wrong };
  expect(await validate(written(JSON.stringify({ nodes: [], links: [] })), { server })).toMatchObject(
    ending(2, "101 is above 100"),
  );
});
it("prints once what the backend will convert, and accepts the graph", async () => {
  const note = { code: "GRAPH_VALUE_CONVERTED", message: "The graph has a text at 1.cfg." };
  const { code, err } = await validate("draw", { server: { notes: [note] } });
  expect(code).toBe(0);
  expect(err.split("The graph has a text at 1.cfg.")).toHaveLength(2);
});
it("validates the graph of every batch of a workflow", async () => {
  const { code, calls } = await validate("draw", {
    text: "a fox",
    count: "2",
    server: { problems: [wrong] },
  });
  expect(code).toBe(2);
  expect(calls).toMatchObject([
    ["build", { workflow: "draw", params: { prompt: "a fox" }, count: 2 }],
    ["validate", { graph }],
    ["validate", { graph }],
  ]);
});
it("prints every problem once, with its hint", async () => {
  const { code, out, err } = await validate("draw", { server: { problems: [wrong] } });
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toBe(
    "error: 1.cfg (Draw): 101 is above 100.\n  Use at most 100.\n  GRAPH_INVALID\n1 problem on studio (Studio).\n",
  );
});
it("names the inputs of a node that share a problem on one line, and each code once", async () => {
  const lacking = (node: string, input: string, advice = "The server applies no defaults.") =>
    fault(
      "GRAPH_INVALID",
      { where: `${node}.${input} (Draw)`, problem: "it is missing", advice },
      { more: { node, input } },
    );
  const problems = [
    lacking("1", "seed"),
    wrong,
    lacking("1", "steps"),
    lacking("2", "seed"),
    lacking("1", "cfg2", 'The server applies no defaults. It was given "cfg".'),
  ];
  const { err } = await validate("draw", { server: { problems } });
  expect(err).toBe(
    [
      "error: 1.seed, steps (Draw): it is missing.",
      "  The server applies no defaults.",
      "error: 1.cfg (Draw): 101 is above 100.",
      "  Use at most 100.",
      "error: 2.seed (Draw): it is missing.",
      "  The server applies no defaults.",
      "error: 1.cfg2 (Draw): it is missing.",
      '  The server applies no defaults. It was given "cfg".',
      "  GRAPH_INVALID",
      "5 problems on studio (Studio).",
      "",
    ].join("\n"),
  );
});
it("names node and input with --json", async () => {
  const run = await validate("draw", { json: true, server: { problems: [wrong] } });
  expect(run.record()).toEqual({
    type: "result",
    status: "invalid",
    exitCode: 2,
    backend: info,
    problems: [
      {
        code: "GRAPH_INVALID",
        message: "The graph is invalid at 1.cfg (Draw): 101 is above 100.",
        hint: "Use at most 100.",
        node: "1",
        input: "cfg",
      },
    ],
  });
});

describe("refuses", () => {
  const editor = JSON.stringify({ nodes: [{ id: 1, type: "Draw" }], links: [], version: 0.4 });
  it.each([
    ["a graph of the editor", editor, "is in the format of the graph editor (lists of nodes and links)"],
    ["invalid JSON", "{", "is not valid JSON: "],
    ["a list", "[]", "holds no graph."],
    ["an empty graph", "{}", "holds no node."],
    ["a node without a class", '{"3": {"inputs": {}}}', 'node "3" has no class_type.'],
    ["a node without inputs", '{"3": {"class_type": "A"}}', 'node "3" has no inputs.'],
    ["a text in place of a node", '{"3": "A"}', 'node "3" is not an object.'],
  ])("%s", async (_name, text, said) => {
    const { code, err, calls } = await validate(written(text));
    expect({ code, calls }).toEqual({ code: 2, calls: [] });
    expect(err).toContain(said);
    expect(err).toContain("USAGE_FILE");
  });
  it("a missing file", async () => {
    const { code, err } = await validate(join(folder, "none.json"));
    expect(code).toBe(2);
    expect(err).toMatch(/none\.json cannot be read: there is no such file\.[^]*`-` reads standard input/);
  });
  it.each([
    [{ seed: "7" }, "--seed is for a workflow"],
    [{ text: "a fox" }, "a prompt is for a workflow"],
  ])("settings of a workflow together with a graph: %j", async (given, said) => {
    expect(await validate(written(stringifyJson(graph)), given)).toMatchObject(ending(2, said));
  });
});
