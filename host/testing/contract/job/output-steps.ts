// The rules of output steps: what they return is an output whose bytes can be read.

import { buffer } from "node:stream/consumers";
import type { Output } from "@pictor/kernel";
import { mediaOfBytes } from "../../../media-types.js";
import { png } from "./bench-backend.js";
import { withJob } from "./job-bench.js";
import { handlerProblem, jobRule, requireEnding, type CheckTap } from "./job-rule.js";

const returnsOutputs: CheckTap = (subject, tap) =>
  withJob(subject, tap, {}, (ending) => {
    const what = `the handler ${tap.handler}`;
    requireEnding(ending, what);
    const problem = handlerProblem(ending, subject);
    if (problem !== undefined) throw new Error(`${what} is left out: ${problem.message}`);
    return undefined;
  });

const bytesOf = async (output: Output): Promise<Buffer> => buffer(output.open());

const keepsBytes: CheckTap = (subject, tap) =>
  withJob(subject, tap, {}, async (ending) => {
    const what = `the handler ${tap.handler}`;
    if (ending?.status !== "finished") return `${what} does not let the generation finish`;
    for (const output of ending.outputs) {
      const read = () =>
        bytesOf(output).catch((error: unknown) => {
          throw new Error(`after ${what} the output cannot be read: ${(error as Error).message}`);
        });
      const [once, twice] = [await read(), await read()];
      if (once.length === 0)
        throw new Error(
          `after ${what} the output has no bytes, at the latest when it is opened again; open() begins anew each time`,
        );
      if (!once.equals(twice))
        throw new Error(
          `after ${what} the output has ${once.length} bytes, and ${twice.length} when it is opened again; open() begins anew each time`,
        );
      const found = mediaOfBytes(once);
      // Bytes of another type than PNG may be those of the bench, or an image that is not recognized.
      const isKnown = output.mime === png || found?.startsWith("image/") === true;
      if (isKnown && found !== output.mime)
        throw new Error(
          `after ${what} the output says that it is ${output.mime}, and its bytes are ${found ?? "no image"}; set mime to what the bytes are`,
        );
    }
    return undefined;
  });

export const outputRules = [
  jobRule("afterOutput", "output-value", "returns nothing or a whole output", returnsOutputs),
  jobRule("afterOutput", "output-bytes", "leaves outputs that can be read again, of their type", keepsBytes),
];
