// Prompts on a server as texts.

import { expect, it } from "vitest";
import { groupPrompts, promptTitle } from "./prompt-text.js";

it.each([
  [{}, "From another program"],
  [{ record: { workflow: "txt2img" } }, "txt2img"],
  [{ record: { workflow: 7 } }, "Of Pictor"],
])("a prompt with %j is titled %s", (more, title) => {
  expect(promptTitle({ promptId: "a", state: "queued", ...more })).toBe(title);
});

it("prompts are grouped, those that wait in their order, and empty groups are left out", () => {
  const prompts = [
    {
      promptId: "of a paused owner",
      state: "queued",
      wait: { why: "paused", detail: "the owner is paused" },
    },
    { promptId: "last", state: "queued", ahead: 2 },
    { promptId: "next", state: "queued", ahead: 1 },
    { promptId: "old", state: "failed" },
    { promptId: "passed on", state: "lost" },
  ] as const;
  expect(
    groupPrompts(prompts).map(({ title, prompts: all }) => [title, all.map(({ promptId }) => promptId)]),
  ).toEqual([
    ["Waiting", ["next", "last", "of a paused owner"]],
    ["Latest", ["old", "passed on"]],
  ]);
});
