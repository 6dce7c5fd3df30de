// The prompts that an instance knows to be queued or running.

import { expect, test } from "vitest";
import { ActivePrompts } from "./active-prompts.js";

test("a removed prompt is unknown", () => {
  const prompts = new ActivePrompts();
  prompts.add("p", "me");
  prompts.markStarted("p");
  expect([prompts.has("p"), prompts.hasStarted("p"), prompts.clientIdOf("p")]).toEqual([true, true, "me"]);
  prompts.remove("p");
  expect([prompts.has("p"), prompts.hasStarted("p"), prompts.clientIdOf("p")]).toEqual([
    false,
    false,
    undefined,
  ]);
});

test("adding a known prompt again keeps its client id and that it has started", () => {
  const prompts = new ActivePrompts();
  prompts.add("p", "me");
  prompts.markStarted("p");
  prompts.add("p");
  expect([prompts.clientIdOf("p"), prompts.hasStarted("p")]).toEqual(["me", true]);
});

test("the server's prompt id replaces the proposed one, unless the prompt was removed", () => {
  const prompts = new ActivePrompts();
  prompts.add("ours", "me");
  prompts.rename("ours", "its");
  expect([prompts.has("ours"), prompts.clientIdOf("its")]).toEqual([false, "me"]);
  prompts.remove("its");
  prompts.rename("ours", "its");
  expect(prompts.has("its")).toBe(false);
});

test("a client id receives the events of one prompt, of several, or of none", () => {
  const prompts = new ActivePrompts();
  expect(prompts.onlyPromptOf("me")).toBeUndefined();
  prompts.add("p", "me");
  prompts.add("stranger");
  prompts.add("detached", "detached");
  expect([prompts.onlyPromptOf("me"), prompts.onlyPromptOf("detached")]).toEqual(["p", "detached"]);
  prompts.add("q", "me");
  expect(prompts.onlyPromptOf("me")).toBeUndefined();
});

test("the number of prompts is bounded", () => {
  const prompts = new ActivePrompts();
  for (let index = 0; index < 1_500; index++) prompts.add(`p${index}`, "me");
  expect([prompts.has("p499"), prompts.has("p500"), prompts.has("p1499")]).toEqual([false, true, true]);
});
