// `pictor plugins list`: every plugin with its state, then the problems of invalid plugin folders.

import type { PluginRecord } from "@pictor/kernel";
import { errorFields } from "../../output/error-report.js";
import { finished } from "../../output/finished.js";
import type { Paint } from "../../output/terminal.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { oneLine } from "../../text/plain-text.js";

const stateText = ({ status }: PluginRecord, paint: Paint): string => {
  if (status.state === "failed") return paint.red(status.state);
  return status.state === "disabled" ? paint.yellow(status.state) : paint.green(status.state);
};

/** Rows of the table. A plugin that cannot be used has the reason in place of its title. */
const pluginRows = (records: readonly PluginRecord[], paint: Paint): readonly (readonly string[])[] =>
  records.map((record) => {
    const { id, manifest, status } = record;
    const meaning = "reason" in status ? status.reason : manifest.title;
    return [id, manifest.version, manifest.kind, stateText(record, paint), oneLine(meaning)];
  });

const summary = ({ id, origin, manifest, status }: PluginRecord) => ({
  id,
  version: manifest.version,
  title: manifest.title,
  origin,
  ...status,
});

export const listPlugins = hostedCommand((host) => {
  const { kernel, terminal } = host;
  const records = kernel.plugins();
  if (!terminal.json) {
    const heading = ["ID", "VERSION", "KIND", "STATE", "TITLE"];
    terminal.result(terminal.table([heading, ...pluginRows(records, terminal.paintResult)]));
    warnOfPluginProblems(host);
  }
  const problems = kernel.problems().map((problem) => errorFields(problem, terminal));
  return finished(terminal, { plugins: records.map(summary), problems });
});
