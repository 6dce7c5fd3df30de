// Handles afterOutput: saves the bytes of an output and adds the path.

import { signatureBytes, type AfterOutput, type Files } from "@pictor/kernel/plugin";
import { candidateFileNames } from "./file-names.js";
import type { NameTemplate } from "./name-template.js";
import { templateValuesOf, type ConfiguredValues } from "./template-variables.js";
import { trueExtension } from "./true-extension.js";

/** Passes the body on unchanged, and keeps its first bytes. */
function recordHead(source: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      if (length < signatureBytes) {
        chunks.push(chunk);
        length += chunk.length;
      }
      yield chunk;
    }
  }
  return { body: body(), head: () => Buffer.concat(chunks).subarray(0, signatureBytes) };
}

/**
 * Creates the handler. It does not catch errors: the kernel then keeps the output unchanged and shows the user how to
 * fetch the file from the backend. `now` is called once for each output.
 */
export const createSaveFile =
  (files: Files, template: NameTemplate, configured: ConfiguredValues, now: () => Date): AfterOutput =>
  async (output, context) => {
    const values = templateValuesOf({ output, context, configured, now: now() });
    const { head, body } = recordHead(output.open());
    // The names are read after the body has begun, because the first bytes of the body decide the file extension.
    function* names(): Generator<string> {
      yield* candidateFileNames(template, values, trueExtension(head(), output.file.filename));
    }
    const path = await files.create(context.directory, names(), body, context.signal);
    return { ...output, path };
  };
