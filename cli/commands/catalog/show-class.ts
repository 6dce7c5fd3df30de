// `pictor catalog show`: the inputs of one node class with their allowed values, and its outputs.

import type { InputSpec, NodeClass } from "@pictor/kernel";
import type { ExitCode } from "../../base/exit-codes.js";
import type { BackendOption } from "../../definition/backend-option.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { oneLine } from "../../text/plain-text.js";
import { table } from "../../text/table.js";
import { readCatalog, requireClasses } from "./read-catalog.js";

/** An allowed value, with the members that have it if not every member of the class does. */
function optionText(option: string | number | boolean, { optionMembers }: InputSpec): string {
  const members = optionMembers?.[String(option)];
  return members === undefined ? String(option) : `${option} (${members.join(", ")})`;
}

/** The allowed values of an input: a range, or the values of its list. */
function allowed(spec: InputSpec): string {
  const { options, min, max, lenient } = spec;
  if (options !== undefined && options.length > 0)
    return `${options.map((option) => optionText(option, spec)).join(", ")}${lenient === true ? ", ..." : ""}`;
  if (options !== undefined)
    return lenient === true ? "any value that the backend has" : "nothing to choose from";
  if (min === undefined && max === undefined) return "";
  return `${min ?? ""}..${max ?? ""}`;
}

const inputRow = (spec: InputSpec): readonly string[] => [
  spec.name,
  spec.type,
  spec.required ? "" : "optional",
  spec.default === undefined ? "" : `default ${JSON.stringify(spec.default)}`,
  allowed(spec),
];

/** The page of a node class. */
function classPage({ name, inputs, outputs, isOutput, members }: NodeClass, width?: number): string {
  const rows = (lines: readonly (readonly string[])[]): string =>
    table(
      lines.map((line) => line.map(oneLine)),
      "  ",
      width,
    );
  const outputRows = outputs.map((type, index) => [String(index), type]);
  return [
    `${oneLine(name)}${isOutput ? " (its files are a result)" : ""}`,
    ...(members === undefined ? [] : [`on ${members.map(oneLine).join(", ")}`]),
    ...(inputs.length === 0 ? ["no inputs"] : ["inputs", rows(inputs.map(inputRow))]),
    ...(outputs.length === 0 ? ["no outputs"] : ["outputs", rows(outputRows)]),
  ].join("\n");
}

export async function runCatalogShow(
  host: CommandHost,
  name: string,
  options: BackendOption,
): Promise<ExitCode> {
  const { terminal } = host;
  const { info, catalog } = await readCatalog(host, options);
  requireClasses([name], catalog, info);
  const { inputs, outputs, isOutput, members } = catalog.get(name) as NodeClass;
  const nodeClass = { name, inputs, outputs, isOutput, ...(members !== undefined && { members }) };
  if (!terminal.json) terminal.result(classPage(nodeClass, terminal.width));
  return finished(terminal, { backend: info, nodeClass });
}

export const showCatalog = hostedCommand(runCatalogShow);
