// What the rules read of the files of a prompt.

import { buffer } from "node:stream/consumers";
import type { Backend, CallOptions, OutputFile, PromptState } from "@pictor/kernel";
import type { Bench, Sent } from "./bench.js";

export const outputsOf = (state: PromptState): readonly OutputFile[] =>
  "outputs" in state ? state.outputs : [];

/** What makes two files the same one for a job. */
export const fileKey = ({ node, area, subfolder, filename }: OutputFile): string =>
  [node, area, subfolder, filename].join("/");

export async function readBytes(
  backend: Backend,
  file: OutputFile,
  options: CallOptions = {},
): Promise<Buffer> {
  return buffer(backend.fetchOutput(file, options));
}

/** Submits work, and waits for its success. Rejects with a sentence for any other ending. */
export async function runToEnd(
  bench: Bench,
  number: number,
  when: string,
  backend: Backend = bench.backend,
): Promise<{ readonly sent: Sent; readonly outputs: readonly OutputFile[] }> {
  const sent = await bench.submit(number, {}, backend);
  const state = await bench.ending(sent, when, backend);
  if (state.state !== "succeeded") {
    const reason = state.state === "failed" ? ` (${state.error.message})` : "";
    throw new Error(`${when}, the prompt ended as "${state.state}"${reason} instead of "succeeded"`);
  }
  return { sent, outputs: state.outputs };
}
