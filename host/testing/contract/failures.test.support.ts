// Runs rules of the contract suite on a plugin that a test has written.

import { pluginContract } from "./plugin-contract.js";
import type { ContractOptions, ContractSource } from "./rule.js";

/** The rules that failed, with their sentences. `ids` are those that are run; default: all. */
export async function failuresOf(
  source: ContractSource,
  options: ContractOptions = {},
  ids?: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { id, run } of pluginContract(source, options))
    if (ids?.includes(id) ?? true)
      await run().catch((error: unknown) => void (found[id] = (error as Error).message));
  return found;
}
