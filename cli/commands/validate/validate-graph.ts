// `pictor validate`: checks a graph, or the graph of a workflow, against a backend's catalog. Submits nothing.

import type { PictorError, Problem, ValidateRequest } from "@pictor/kernel";
import { backendLabel } from "../../backends/backend-label.js";
import type { ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import type { WorkflowOptions } from "../../definition/workflow-options.js";
import { isGraphPath } from "../../generation-request/graph-path.js";
import { resolveCheckedRequest } from "../../generation-request/resolve-request.js";
import { requirePath } from "../../input/require-path.js";
import { ended } from "../../output/finished.js";
import { warnOnce } from "../../output/warn-once.js";
import type { Terminal } from "../../output/terminal.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { countOf } from "../../text/count-of.js";
import { oneLine, plainText } from "../../text/plain-text.js";
import { graphsOfFile } from "./graphs-of-file.js";

interface Target {
  /** One graph, or one for each batch. */
  readonly graphs: readonly ValidateRequest[];
  /** The backend that the options or a preset name. */
  readonly backend: string | undefined;
}

async function targetOf(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
  report: (problem: Problem) => void,
): Promise<Target> {
  const { kernel, signal } = host;
  const { backend, ...changes } = options;
  if (target !== undefined && isGraphPath(host, target)) {
    const [extra] = [
      ...(prompt === undefined ? [] : ["a prompt"]),
      ...Object.keys(changes).map((name) => `--${name}`),
    ];
    if (extra === undefined)
      return { graphs: await graphsOfFile(host, requirePath(target, "[graph]"), backend, report), backend };
    const hint = "Leave the option out, or name a workflow instead of the file.";
    throw new UsageError("USAGE_OPTION", `A graph cannot be changed here; ${extra} is for a workflow.`, hint);
  }
  const request = await resolveCheckedRequest(host, target, prompt, options);
  const { drafts } = await kernel.build({ ...request, signal, report });
  const graphs = drafts.map(({ graph, origins, inputs }) => ({ graph, origins, inputs }));
  return { graphs, backend: request.backend };
}

/** The problems of all graphs without duplicates; the graphs of batches differ only in their seeds. */
async function problemsOf(
  { kernel, signal }: CommandHost,
  graphs: readonly ValidateRequest[],
  backend: string,
  report: (problem: Problem) => void,
): Promise<readonly PictorError[]> {
  const problems = new Map<string, PictorError>();
  for (const graph of graphs) {
    for (const problem of await kernel.validate({ ...graph, backend, signal, report })) {
      if (!problems.has(problem.message)) problems.set(problem.message, problem);
    }
  }
  return [...problems.values()];
}

/** Whether two inputs of a node have the same problem, such as all those without a value. */
const isSame = (one: PictorError, other: PictorError): boolean =>
  typeof one.details["problem"] === "string" &&
  typeof one.details["input"] === "string" &&
  one.hint === other.hint &&
  ["node", "setting", "problem"].every((name) => one.details[name] === other.details[name]);

/** One line for each problem and for the inputs of a node that share it, its advice, and the codes at the end. */
function problemLines(problems: readonly PictorError[], { paint, redact }: Terminal): readonly string[] {
  const safe = (text: unknown): string => redact(plainText(String(text)));
  const lines = problems.flatMap((problem) => {
    const { details, what, hint } = problem;
    const { where, problem: found, input } = details;
    const same = problems.filter((one) => one === problem || isSame(one, problem));
    if (same[0] !== problem) return [];
    // The place of an input is such as `3.seed (KSampler)`.
    const inputs = same.map((one) => String(one.details["input"])).join(", ");
    const place = String(where).replace(`.${String(input)}`, () => `.${inputs}`);
    const told = typeof found === "string" ? `${place}: ${found}.` : what;
    return [`${paint.red("error:")} ${safe(told)}`, ...(hint === "" ? [] : [`  ${safe(hint)}`])];
  });
  return [...lines, ...[...new Set(problems.map(({ code }) => code))].map((code) => paint.dim(`  ${code}`))];
}

const problemRecord = ({ code, what, hint, details }: PictorError) => {
  const { node, input, setting } = details;
  const place = Object.entries({ node, input, setting }).filter(([, value]) => typeof value === "string");
  return { code, message: what, hint, ...Object.fromEntries(place) };
};

export async function runValidate(
  host: CommandHost,
  target: string | undefined,
  prompt: string | undefined,
  options: WorkflowOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfPluginProblems(host);
  const report = warnOnce(host.terminal);
  const { graphs, backend: named } = await targetOf(host, target, prompt, options, report);
  const { instance, backend } = await kernel.openBackend(named);
  const info = await backend.info({ signal });
  const problems = await problemsOf(host, graphs, instance.name, report);
  const isValid = problems.length === 0;
  const status = isValid ? "finished" : "invalid";
  const fields = { status, backend: info, problems: problems.map(problemRecord) };
  const code = ended(terminal, isValid ? "finished" : "usage", fields);
  if (terminal.json) return code;
  if (!isValid) terminal.say(problemLines(problems, terminal).join("\n"));
  const title = target ?? options.from ?? options.preset ?? "";
  const place = backendLabel(instance.name, info.title);
  if (isValid)
    terminal.result(
      `${title === "-" ? "standard input" : oneLine(title)}: ${terminal.paintResult.green("ok")} on ${place}`,
    );
  else terminal.note(`${countOf(problems.length, "problem")} on ${place}.`);
  return code;
}

export const validate = hostedCommand(runValidate);
