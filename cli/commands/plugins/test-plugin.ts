// `pictor plugins test`: runs the contract suite for a plugin folder and reports each rule. This runs the code of the plugin, which the
// user consents to by naming the folder.

import { resolve } from "node:path";
import { reasonOf } from "@pictor/host";
import { pluginContract, type ContractCheck } from "@pictor/host/testing";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { createTerminal } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";

/** How one rule ended. */
interface RuleResult {
  readonly id: string;
  readonly rule: string;
  readonly state: "passed" | "failed" | "not checked";
  /** Why the rule failed, or was not checked. */
  readonly reason?: string;
}

async function check({ id, name, run }: ContractCheck): Promise<RuleResult> {
  try {
    const ending = await run();
    return ending === undefined
      ? { id, rule: name, state: "passed" }
      : { id, rule: name, state: "not checked", reason: ending.notChecked };
  } catch (error) {
    return { id, rule: name, state: "failed", reason: reasonOf(error) };
  }
}

/** Runs the rules one after the other. Without a valid manifest, nothing else can be checked, and no code is run. */
async function checkAll(folder: string): Promise<readonly RuleResult[]> {
  const [manifest, ...others] = pluginContract(folder);
  if (manifest === undefined) return [];
  const results = [await check(manifest)];
  const isValid = results.every(({ state }) => state === "passed");
  for (const rule of others)
    results.push(
      isValid
        ? await check(rule)
        : { id: rule.id, rule: rule.name, state: "not checked", reason: "the manifest is not valid" },
    );
  return results;
}

export async function testPlugin(folder: string, { globals, streams }: Invocation): Promise<ExitCode> {
  const terminal = createTerminal(streams, globals);
  const results = await checkAll(resolve(folder));
  const failed = results.filter(({ state }) => state === "failed");
  const code = exitCode(failed.length === 0 ? "finished" : "usage");
  if (terminal.json) {
    const status = failed.length === 0 ? "finished" : "failed";
    terminal.record({ type: "result", status, exitCode: code, folder, rules: results });
    return code;
  }
  const { red, yellow, green } = terminal.paintResult;
  const marks = { passed: green("ok"), failed: red("FAILED"), "not checked": yellow("not checked") };
  for (const { id, rule, state, reason } of results) {
    terminal.result(`${marks[state]} ${id}: ${rule}`);
    if (reason !== undefined) for (const line of reason.split("\n")) terminal.result(`    ${oneLine(line)}`);
  }
  const passed = results.filter(({ state }) => state === "passed").length;
  terminal.result(`\n${passed} of ${results.length} rules passed.`);
  return code;
}
