// `pictor plugins test`: runs the contract suite for a plugin folder and reports each rule. This runs the code of the
// plugin, which the user consents to by naming the folder.

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { reasonOf, type Manifest, type Params } from "@pictor/kernel";
import { pluginContract, type ContractCheck } from "@pictor/host/testing";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { applySettings } from "../../input/settings.js";
import { ended } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
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

interface PluginTestOptions {
  /** Values of the plugin's `config`, each as NAME=VALUE. */
  readonly set?: readonly string[];
}

/** The values of `config` that the options give, for a valid manifest. Throws a UsageError. */
async function configOf(folder: string, set: readonly string[]): Promise<Params> {
  const manifest = JSON.parse(await readFile(join(folder, "plugin.json"), "utf8")) as Manifest;
  const schema = manifest.config ?? { type: "object", properties: {} };
  return applySettings(schema, {}, set, `The config of ${manifest.id}`);
}

/** Runs the rules one after the other. Without a valid manifest, nothing else can be checked, and no code is run. */
async function checkAll(folder: string, { set = [] }: PluginTestOptions): Promise<readonly RuleResult[]> {
  const [manifest] = pluginContract(folder);
  if (manifest === undefined) return [];
  const results = [await check(manifest)];
  const isValid = results.every(({ state }) => state === "passed");
  const options = isValid && set.length > 0 ? { config: await configOf(folder, set) } : {};
  for (const rule of pluginContract(folder, options).slice(1))
    results.push(
      isValid
        ? await check(rule)
        : { id: rule.id, rule: rule.name, state: "not checked", reason: "the manifest is not valid" },
    );
  return results;
}

async function test(folder: string, options: PluginTestOptions, terminal: Terminal): Promise<ExitCode> {
  const results = await checkAll(resolve(folder), options);
  const isFine = results.every(({ state }) => state !== "failed");
  const status = isFine ? "finished" : "failed";
  const code = ended(terminal, isFine ? "finished" : "usage", { status, folder, rules: results });
  if (terminal.json) return code;
  const { red, yellow, green } = terminal.paintResult;
  const marks = { passed: green("ok"), failed: red("FAILED"), "not checked": yellow("not checked") };
  for (const { id, rule, state, reason } of results) {
    terminal.result(`${marks[state]} ${id}: ${rule}`);
    if (reason !== undefined) for (const line of reason.split("\n")) terminal.result(`    ${oneLine(line)}`);
  }
  const passed = results.filter(({ state }) => state === "passed").length;
  const unchecked = results.filter(({ state }) => state === "not checked").length;
  const rest = unchecked === 0 ? "" : `; ${unchecked} ${unchecked === 1 ? "was" : "were"} not checked`;
  terminal.result(`\n${passed} of ${results.length} rules passed${rest}.`);
  return code;
}

export const testPlugin = (
  folder: string,
  options: PluginTestOptions,
  invocation: Invocation,
): Promise<ExitCode> => runWithTerminal(invocation, (terminal) => test(folder, options, terminal));
