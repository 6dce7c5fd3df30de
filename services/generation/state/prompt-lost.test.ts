// The advice of prompts that may go on: with the commands of a terminal, and for a page.

import { problemFor } from "@pictor/kernel";
import { expect, it } from "vitest";
import { cancelUnconfirmed } from "../run/revoke-submission.js";
import { promptLost, submissionLost } from "./prompt-lost.js";

const uncertain = { is: "uncertain", loss: "unreachable", why: "the request timed out" } as const;

it.each([
  ["is lost while its backend does not answer", () => problemFor(promptLost("p", "unreachable"))],
  ["is lost with an unreadable record", () => problemFor(promptLost("p", "unreadable"))],
  ["was sent and never confirmed", () => problemFor(submissionLost("p", uncertain))],
  ["may go on after a cancel", () => cancelUnconfirmed("p", "it does not answer")],
])("a prompt that %s has advice with a command, and other advice for a page", (_what, problem) => {
  const { hint, pageFix } = problem();
  expect(hint).toContain("`pictor jobs");
  expect(pageFix).toMatch(/^(?!.*`).*\.$/);
});
