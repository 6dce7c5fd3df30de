// The rules about runs: a prompt ends with files that can be read again, and two prompts keep theirs apart.

import { backendRule, type Bench } from "./bench.js";
import { fileKey, readBytes, runToEnd } from "./outputs.js";

async function runs(bench: Bench): Promise<undefined> {
  const { sent, outputs } = await runToEnd(bench, 1, "after a submission");
  if (outputs.length === 0)
    throw new Error('state() is "succeeded" without outputs; list there every file that the run has made');
  const nodes = sent.request?.outputs ?? Object.keys(sent.graph);
  for (const file of outputs) {
    const { node, filename } = file;
    if (!nodes.includes(node))
      throw new Error(
        `the file ${filename} has the node ${node}; name one that was submitted: ${nodes.join(", ")}`,
      );
    const first = await bench.within(`fetchOutput(${filename})`, readBytes(bench.backend, file));
    const second = await bench.within(`the second fetchOutput(${filename})`, readBytes(bench.backend, file));
    if (first.length === 0) throw new Error(`fetchOutput(${filename}) gave no bytes`);
    if (!first.equals(second))
      throw new Error(
        `fetchOutput(${filename}) gave ${first.length} bytes, and then ${second.length} other ones; each call must read the whole file`,
      );
  }
  return undefined;
}

async function keepsApart(bench: Bench): Promise<undefined> {
  const [one, other] = await Promise.all([
    runToEnd(bench, 1, "with two prompts at once"),
    runToEnd(bench, 2, "with two prompts at once"),
  ]);
  if (one.sent.id === other.sent.id)
    throw new Error(`two submissions have the same prompt id ${one.sent.id}`);
  const shared = one.outputs.find((file) => other.outputs.some((each) => fileKey(each) === fileKey(file)));
  if (shared === undefined) return undefined;
  throw new Error(
    `two prompts list the same file ${shared.filename}; put something of the prompt into its name or folder`,
  );
}

export const runningRules = [
  backendRule("run", "runs a prompt to its end, with files that can be read twice", runs),
  backendRule("parallel", "keeps the files of two prompts apart", keepsApart),
];
