// What a command passes to the host that it opens, and to the function that it runs.

import { expect, it } from "vitest";
import { exitCode } from "../base/exit-codes.js";
import { fakeStreams } from "../testing/fake-streams.js";
import type { CommandHost } from "./command-host.js";
import type { ConfirmOptions } from "./confirm.js";
import { hostedCommand, hostedCommandWithYes } from "./hosted-command.js";

const invocation = () => ({ globals: {}, streams: fakeStreams() });
const question = {
  title: "Install it?",
  detail: [],
  choices: [
    { id: "install", text: "install" },
    { id: "no", text: "leave it" },
  ],
  safeChoice: "no",
};

/** Runs a command with these options that keeps its arguments and the answer to a question. */
async function asked(wrap: typeof hostedCommandWithYes, options: ConfirmOptions) {
  const kept: unknown[] = [];
  const command = wrap(async (host: CommandHost, name: string, given: ConfirmOptions) => {
    kept.push(name, given, await host.interaction.ask(question));
    return exitCode("finished");
  });
  expect(await command("gpu", options, invocation())).toBe(0);
  return kept;
}

it("a command gets its arguments, and a question without a person the safe answer", async () => {
  expect(await asked(hostedCommand, {})).toEqual(["gpu", {}, "no"]);
  expect(await asked(hostedCommand, { yes: true })).toEqual(["gpu", { yes: true }, "no"]);
});

it("--yes answers the questions of plugins, too", async () => {
  expect(await asked(hostedCommandWithYes, {})).toEqual(["gpu", {}, "no"]);
  expect(await asked(hostedCommandWithYes, { yes: true })).toEqual(["gpu", { yes: true }, "install"]);
});
