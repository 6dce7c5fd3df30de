// The state of a server as text.

import type { InstanceState } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { stateRows, stateText } from "./state-text.js";

const running = (owner: "this" | "other" | "nobody"): InstanceState => ({
  state: "running",
  url: "http://h/",
  owner,
});
const stop = () => Promise.resolve();

it("describes an instance that is not installed", () => {
  const absent: InstanceState = { state: "absent", reason: "nothing was begun" };
  expect(stateText(absent)).toBe("not installed");
  expect(stateRows(absent, { stop }, 0)).toEqual([["state", "not installed: nothing was begun"]]);
});

it.each([
  [{ signal: "SIGKILL" }, "crashed (ended by SIGKILL)"],
  [{ exitCode: 3 }, "crashed (exit code 3)"],
  [{}, "crashed (no known exit code)"],
])("describes a crash: %j", (ending, text) => {
  expect(stateText({ state: "crashed", lastLines: [], ...ending })).toBe(text);
});

it("tells what a restart, an update or a crash did last", () => {
  const found: InstanceState = {
    state: "stopped",
    lastEvent: { at: 0, text: "updated from 0.4.0 to 0.5.0" },
  };
  expect(stateRows(found, { stop }, 120_000)).toEqual([
    ["state", "stopped"],
    ["last event", "2 minutes ago: updated from 0.4.0 to 0.5.0"],
  ]);
});

describe("who stops the server", () => {
  const started = (owner: "this" | "other" | "nobody", facet: object) =>
    stateRows(running(owner), facet, 0).find(([name]) => name === "started")?.[1];
  it("is a command if this machine can stop the server", () => {
    expect(started("nobody", { stop })).toContain("left running: `backend stop` stops it");
    expect(started("this", { stop })).toBe("by this command");
  });
  it("is nobody on this machine if it cannot", () => {
    expect(started("nobody", {})).toBe("on its own machine, and stopped there");
  });
});
