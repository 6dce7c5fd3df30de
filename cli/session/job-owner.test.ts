// The owner of the jobs of a command.

import { expect, it } from "vitest";
import { jobOwner } from "./job-owner.js";

it.each([
  ["the variable comes first", { PICTOR_OWNER: " team-a " }, "anna", "team-a"],
  ["an empty variable counts as none", { PICTOR_OWNER: "" }, "anna", "anna"],
  ["without a variable it is the user of the machine", {}, "anna", "anna"],
  ["a system that knows no user names nobody", {}, undefined, undefined],
  ["an empty user name is none", {}, "", undefined],
])("%s", (_title, env, user, owner) => {
  expect(jobOwner(env, () => user)).toBe(owner);
});
