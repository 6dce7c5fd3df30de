// The rule about prompts that the server has never seen.

import { reasonOf } from "@pictor/kernel";
import { backendRule, type Bench } from "./bench.js";

async function knowsWhatItDoesNotKnow(bench: Bench): Promise<undefined> {
  const { backend } = bench;
  const id = crypto.randomUUID();
  const answers: readonly (readonly [string, () => Promise<unknown>, string | undefined])[] = [
    ["state", () => backend.state(id).then(({ state }) => state), "unknown"],
    ["cancel", () => backend.cancel(id), "gone"],
    ["fetchSubmission", () => backend.fetchSubmission(id), undefined],
  ];
  for (const [call, answer, expected] of answers) {
    const found = await bench.within(`${call}()`, answer()).catch((error: unknown) => {
      throw new Error(
        `${call}() of a prompt that was never submitted rejects instead of answering ${String(expected)}: ${reasonOf(error)}`,
      );
    });
    if (found !== expected)
      throw new Error(
        `${call}() of a prompt that was never submitted says ${JSON.stringify(found)} instead of ${String(expected)}`,
      );
  }
  return undefined;
}

export const unknownRules = [
  backendRule("unknown", "answers for a prompt that was never submitted", knowsWhatItDoesNotKnow),
];
