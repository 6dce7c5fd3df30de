// `pictor plugins inspect`: one plugin, or with --hook the chain of a hook. No plugin code is imported.

import {
  contributionKinds,
  contributionNouns,
  didYouMean,
  fault,
  hookNames,
  type PluginRecord,
} from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { chainTable, pluginPage } from "./plugin-page.js";

interface PluginInspectOptions {
  readonly hook?: string;
}

function showHook({ kernel, terminal }: CommandHost, name: string): ExitCode {
  const hook = hookNames.find((known) => known === name);
  if (hook === undefined)
    throw fault("HOOK_UNKNOWN", { hook: name, suggestion: didYouMean(name, hookNames) });
  const chain = kernel.inspect(hook);
  if (!terminal.json) terminal.result(chainTable(chain, terminal.width));
  return finished(terminal, { hook, chain });
}

/** Suggests the plugin of a contribution, such as a workflow, with this id. */
function contributorOf(records: readonly PluginRecord[], id: string): string | undefined {
  for (const { id: plugin, manifest } of records)
    for (const kind of contributionKinds)
      if (manifest.contributes?.[kind]?.some((entry) => entry.id === id))
        return ` The ${contributionNouns[kind]} ${id} is part of a plugin: pictor plugins inspect ${plugin}`;
  return undefined;
}

function showPlugin({ kernel, terminal }: CommandHost, id: string): ExitCode {
  const records = kernel.plugins();
  const record = records.find((entry) => entry.id === id);
  if (record === undefined) {
    const known = records.map((entry) => entry.id);
    const suggestion = contributorOf(records, id) ?? didYouMean(id, known);
    throw fault("PLUGIN_UNKNOWN", { id, suggestion });
  }
  if (!terminal.json)
    terminal.result(pluginPage(record, kernel.inspect, terminal.paintResult, terminal.width));
  return finished(terminal, { plugin: record });
}

export const inspectPlugin = hostedCommand((host, id: string | undefined, { hook }: PluginInspectOptions) => {
  if (id !== undefined && hook === undefined) return showPlugin(host, id);
  if (id === undefined && hook !== undefined) return showHook(host, hook);
  const hint = "`pictor plugins list` shows the ids; the hooks are beforeSend, buildWorkflow, ...";
  throw new UsageError("USAGE_ARGUMENT", "Name either a plugin or a hook with --hook.", hint);
});
