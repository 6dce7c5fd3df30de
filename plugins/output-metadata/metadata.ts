// The handler of afterOutput: the same output with another stream.

import { defineErrors } from "@pictor/kernel/plugin";
import type { Output, OutputContext } from "@pictor/kernel/plugin";
import { parametersText } from "./parameters.js";
import { withTexts } from "./png-texts.js";
import { projectRecord } from "./record.js";

const fault = defineErrors({
  METADATA_NOT_WRITTEN: {
    message: "{filename} cannot take metadata as it should: {reason}.",
    fix: "Its own bytes were kept; look whether the picture can be opened.",
  },
});

/**
 * Nothing is read here: the rewriting happens as somebody reads the new stream, each time from a new one of the
 * backend's. A damaged picture is reported once, however often it is read.
 */
export function writeMetadata(output: Output, context: OutputContext): Output {
  const texts = [
    { keyword: "parameters", text: parametersText(output, context.params) },
    { keyword: "pictor", text: JSON.stringify(projectRecord(output, context)) },
  ];
  let isReported = false;
  const onProblem = (reason: string): void => {
    if (isReported) return;
    isReported = true;
    const { code, what, hint } = fault("METADATA_NOT_WRITTEN", { filename: output.file.filename, reason });
    context.report({ code, message: what, hint });
  };
  return { ...output, open: () => withTexts(output.open(), texts, onProblem) };
}
