// Handles afterOutput: returns the same output with a stream that contains metadata.

import { defineErrors, problemFor } from "@pictor/kernel/plugin";
import type { Output, OutputContext } from "@pictor/kernel/plugin";
import { writeImageMetadata, type ImageHeader } from "@pictor/image-metadata";
import { formatOutputParameters } from "./output-parameters.js";
import { createProjectRecord } from "./project-record.js";

const fault = defineErrors({
  METADATA_NOT_WRITTEN: {
    class: "fault",
    message: "The metadata of {filename} was not written completely: {reason}.",
    fix: "The image itself was not changed; check whether it can be opened.",
  },
});

/**
 * Returns an output that adds the metadata each time its contents are opened and read. Problems are reported once for each
 * image. The output of a prompt that another program submitted has no workflow id and stays unchanged, because
 * its settings are unknown.
 */
export function writeMetadata(output: Output, context: OutputContext): Output | undefined {
  if (context.workflow === "") return undefined;
  const createMetadata = (header: ImageHeader | undefined) => ({
    parameters: formatOutputParameters(output, context, header),
    record: createProjectRecord(output, context, header),
  });
  let isReported = false;
  const onProblem = (reason: string): void => {
    if (isReported) return;
    isReported = true;
    context.report(problemFor(fault("METADATA_NOT_WRITTEN", { filename: output.file.filename, reason })));
  };
  return { ...output, open: () => writeImageMetadata(output.open(), createMetadata, onProblem) };
}
