// The messages of a run without a server: what is sent once, what the history keeps, and what large runs are spared.
import { expect, it } from "vitest";
import { RunMessages } from "./run-messages.js";

const typesOf = (messages: readonly { readonly type: string }[]) => messages.map(({ type }) => type);

it("a run begins once, and names its cached nodes once", () => {
  const run = new RunMessages("p", () => 7);
  expect([run.start(), run.start()].map(typesOf)).toEqual([["execution_start"], []]);
  expect([run.cached(["4"]), run.cached([])].map(typesOf)).toEqual([["execution_cached"], []]);
  run.nodeStarted("3");
  expect(run.activeNode).toBe("3");
  run.ended("execution_success", {});
  expect(run.activeNode).toBeUndefined();
  expect(run.kept).toEqual([
    ["execution_start", { prompt_id: "p", timestamp: 7 }],
    ["execution_cached", { nodes: ["4"], prompt_id: "p", timestamp: 7 }],
    ["execution_success", { prompt_id: "p", timestamp: 7 }],
  ]);
});

it("of more than 250 nodes the progress is told ten times a second, and the last one always", () => {
  let now = 1_000;
  const run = new RunMessages("p", () => now);
  for (let node = 1; node <= 250; node++)
    expect(typesOf(run.nodeStarted(`${node}`))).toEqual(["progress_state", "executing"]);
  expect(typesOf(run.nodeStarted("251"))).toEqual(["executing"]);
  now += 100;
  expect(typesOf(run.stepped("251", 1, 2))).toEqual(["progress_state"]);
  now += 99;
  expect(typesOf(run.nodeFinished("251"))).toEqual([]);
  expect(typesOf(run.ended("execution_success", {}))).toEqual(["progress_state", "execution_success"]);
  expect(run.lastProgress()).toEqual([]);
});
