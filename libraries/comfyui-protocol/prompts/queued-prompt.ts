// A prompt that waits or runs, in the form of `/queue`.
import { float, type Float } from "@pictor/comfyui-graph";

export interface QueuedPrompt {
  readonly promptId: string;
  readonly number: number;
  /** True when the client sent the number; replies then show the number as a float. */
  readonly hasClientNumber: boolean;
  /** The graph as JSON shows it: values of FLOAT inputs are floats. */
  readonly jsonGraph: unknown;
  readonly extraData: Readonly<Record<string, unknown>>;
  /** The output nodes that are executed. */
  readonly outputs: readonly string[];
}

/** The five-element form of a prompt in `/queue` and `/history`. */
export const queueTuple = (prompt: QueuedPrompt): readonly unknown[] => [
  jsonNumber(prompt),
  prompt.promptId,
  prompt.jsonGraph,
  prompt.extraData,
  prompt.outputs,
];

/** A number that the client sent is written as a float (`5.0`), a number from the counter as an integer. */
export const jsonNumber = ({
  number,
  hasClientNumber,
}: Pick<QueuedPrompt, "number" | "hasClientNumber">): number | Float =>
  hasClientNumber ? float(number) : number;
