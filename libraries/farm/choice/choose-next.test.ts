// Which prompt is served next, and by which member.

import { expect, it } from "vitest";
import { modelsKey } from "../needs/needs.js";
import { noteRun, noTimes } from "../times/run-times.js";
import { chooseNext, dueAfter } from "./choose-next.js";
import type { MemberView, WaitingPrompt } from "./views.js";

const all = new Set(["one", "two"]);
const prompt = (id: string, round: number, over: Partial<WaitingPrompt> = {}): WaitingPrompt => ({
  id,
  turn: { priority: 1, round, arrival: round },
  models: ["a"],
  members: all,
  ahead: 100,
  servedBefore: 0,
  ...over,
});
const member = (name: string, over: Partial<MemberView> = {}): MemberView => ({
  name,
  takes: "now",
  loaded: [],
  times: noTimes,
  weight: 1,
  lastServed: -1,
  ...over,
});

it("serves the first turn by the member that has its models", () => {
  const members = [member("one"), member("two", { loaded: ["a"] })];
  expect(chooseNext([prompt("p", 0), prompt("q", 1)], members, 0)).toEqual({ id: "p", member: "two" });
});

it("serves a prompt whose models are loaded before an earlier one, until that one is due", () => {
  const waiting = [prompt("p", 0, { models: ["b"], ahead: 1, servedBefore: 1 }), prompt("q", 1)];
  const members = [member("one", { loaded: ["a"] })];
  expect(chooseNext(waiting, members, 4)).toEqual({ id: "q", member: "one" });
  expect(chooseNext(waiting, members, 5)).toEqual({ id: "p", member: "one" });
});

it("serves nothing before a prompt of a higher priority", () => {
  const high = prompt("p", 9, { models: ["b"], turn: { priority: 0, round: 9, arrival: 9 } });
  const members = [member("one", { loaded: ["a"] })];
  expect(chooseNext([high, prompt("q", 1)], members, 0)?.id).toBe("p");
});

it("passes over a prompt that no free member can run", () => {
  const waiting = [prompt("p", 0, { members: new Set(["two"]) }), prompt("q", 1)];
  const members = [member("one"), member("two", { takes: "no" })];
  expect(chooseNext(waiting, members, 0)).toEqual({ id: "q", member: "one" });
  expect(chooseNext(waiting.slice(0, 1), members, 0)).toBeUndefined();
});

it("loads models where they displace none that others wait for", () => {
  const waiting = [
    prompt("p", 0, { models: ["c"], ahead: 0, servedBefore: -2 }),
    prompt("q", 1, { models: ["a"] }),
  ];
  const members = [member("one", { loaded: ["a"] }), member("two", { loaded: ["b"] })];
  expect(chooseNext(waiting, members, 0)).toEqual({ id: "p", member: "two" });
});

it("prefers the faster member, then the greater weight, then the one that was idle for longer", () => {
  const key = modelsKey(["a"]);
  const loaded = ["a"];
  const slow = member("one", { loaded, times: noteRun(noTimes, key, 900, false), weight: 9 });
  const fast = member("two", { loaded, times: noteRun(noTimes, key, 300, false) });
  expect(chooseNext([prompt("p", 0)], [slow, fast], 0)?.member).toBe("two");
  const heavier = member("two", { loaded, weight: 2 });
  expect(chooseNext([prompt("p", 0)], [member("one", { loaded }), heavier], 0)?.member).toBe("two");
  const recent = member("one", { loaded, lastServed: 7 });
  expect(chooseNext([prompt("p", 0)], [recent, member("two", { loaded, lastServed: 3 })], 9)?.member).toBe(
    "two",
  );
});

it("waits for a busy member that has the models if that is sooner than loading them elsewhere", () => {
  const times = noteRun(noteRun(noTimes, modelsKey(["a"]), 9_000, true), modelsKey(["a"]), 1_000, false);
  const members = (restMs: number): readonly MemberView[] => [
    member("one", { takes: "no", restMs, loaded: ["a"], times }),
    member("two", { loaded: ["b"] }),
  ];
  expect(chooseNext([prompt("p", 0)], members(500), 0)).toBeUndefined();
  expect(chooseNext([prompt("p", 0)], members(8_500), 0)?.member).toBe("two");
});

it("gives a busy member a prompt ahead only if no idle member takes it", () => {
  const ahead = member("one", { takes: "ahead", restMs: 5, loaded: ["a"] });
  expect(chooseNext([prompt("p", 0)], [ahead, member("two", { loaded: ["a"] })], 0)?.member).toBe("two");
  expect(chooseNext([prompt("p", 0)], [ahead], 0)?.member).toBe("one");
  expect(chooseNext([prompt("p", 0, { models: ["b"] })], [ahead], 0)).toBeUndefined();
});

it("lets a prompt be overtaken for as long as it would have waited without affinity", () => {
  const unmeasured = { members: 1, loadRuns: 0 };
  expect(dueAfter({ ahead: 0, servedBefore: 10 }, unmeasured)).toBe(12);
  expect(dueAfter({ ahead: 4, servedBefore: 10 }, unmeasured)).toBe(20);
  expect(dueAfter({ ahead: 4, servedBefore: 10 }, { members: 2, loadRuns: 3 })).toBe(32);
});

it("loads the models that most prompts need, for each member that has them", () => {
  const waiting = ["a", "a", "a", "b", "b"].map((model, index) =>
    prompt(`p${index}`, index, { models: [model] }),
  );
  const busy = member("one", { takes: "no", loaded: ["a"] });
  expect(chooseNext(waiting, [busy, member("two")], 0)).toEqual({ id: "p3", member: "two" });
});

it("finds a prompt behind thousands that only a busy member can run", () => {
  const others = Array.from({ length: 3_000 }, (_, round) =>
    prompt(`p${round}`, round, { members: new Set(["two"]) }),
  );
  const members = [member("one"), member("two", { takes: "no" })];
  expect(chooseNext([...others, prompt("q", 3_000)], members, 0)).toEqual({ id: "q", member: "one" });
});

it("finds a prompt behind a thousand of a higher priority that wait for a busy member", () => {
  const times = noteRun(noteRun(noTimes, modelsKey(["a"]), 9_000, true), modelsKey(["a"]), 1, false);
  const others = Array.from({ length: 1_000 }, (_, round) =>
    prompt(`p${round}`, round, { turn: { priority: 0, round, arrival: round } }),
  );
  const busy = member("one", { takes: "no", restMs: 500, loaded: ["a"], times });
  const members = [busy, member("two", { loaded: ["b"] })];
  expect(chooseNext(others, members, 0)).toBeUndefined();
  expect(chooseNext([...others, prompt("q", 0, { models: ["b"] })], members, 0)?.id).toBe("q");
});

it("gives a busy member no prompt ahead for which one of a higher priority would wait", () => {
  const high = (members: ReadonlySet<string>) =>
    prompt("p", 9, { models: ["b"], turn: { priority: 0, round: 9, arrival: 9 }, members });
  const ahead = member("one", { takes: "ahead", restMs: 5, loaded: ["a"] });
  expect(chooseNext([high(all), prompt("q", 1)], [ahead], 0)).toBeUndefined();
  expect(chooseNext([high(new Set(["two"])), prompt("q", 1)], [ahead], 0)?.id).toBe("q");
});
