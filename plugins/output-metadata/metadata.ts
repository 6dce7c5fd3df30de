// The handler of afterOutput: the same output with another stream.

import { defineErrors } from "@pictor/kernel/plugin";
import type { Output, OutputContext } from "@pictor/kernel/plugin";
import { writePicture } from "@pictor/picture-metadata";
import type { Shape } from "@pictor/picture-metadata";
import { parametersOf } from "./parameters.js";
import { projectRecord } from "./record.js";

const fault = defineErrors({
  METADATA_NOT_WRITTEN: {
    message: "{filename} cannot take metadata as it should: {reason}.",
    fix: "Its own bytes were kept; look whether the picture can be opened.",
  },
});

/**
 * Nothing is read here: the rewriting happens as somebody reads the new stream, each time from a new one of the
 * backend's. What is wrong with a picture is reported once, however often it is read. A picture of another program's
 * prompt stays as it is: nothing is known of it.
 */
export function writeMetadata(output: Output, context: OutputContext): Output | undefined {
  if (context.workflow === "") return undefined;
  const textsFor = (shape: Shape | undefined) => ({
    parameters: parametersOf(output, context, shape),
    record: projectRecord(output, context, shape),
  });
  let isReported = false;
  const onProblem = (reason: string): void => {
    if (isReported) return;
    isReported = true;
    const { code, what, hint } = fault("METADATA_NOT_WRITTEN", { filename: output.file.filename, reason });
    context.report({ code, message: what, hint });
  };
  return { ...output, open: () => writePicture(output.open(), textsFor, onProblem) };
}
