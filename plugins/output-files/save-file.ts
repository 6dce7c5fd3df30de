// Handles afterOutput: saves the bytes of an output and adds the path.

import type { AfterOutput, Files } from "@pictor/kernel/plugin";
import { candidateFileNames } from "./file-names.js";
import type { NameTemplate } from "./name-template.js";
import { templateValuesOf, type ConfiguredValues } from "./template-variables.js";
import { signatureBytes, trueExtension } from "./true-extension.js";

/** The first bytes of a body, and the whole body, which must be read or ended. */
async function readHead(body: AsyncIterable<Uint8Array>) {
  const iterator = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < signatureBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, signatureBytes), body: whole() };
}

/**
 * Creates the handler. It does not catch errors: the kernel then keeps the output unchanged and tells the user how to fetch
 * the file from the backend. `now` is called once for each output.
 */
export const createSaveFile =
  (files: Files, template: NameTemplate, configured: ConfiguredValues, now: () => Date): AfterOutput =>
  async (output, context) => {
    const values = templateValuesOf({ output, context, configured, now: now() });
    const { head, body } = await readHead(output.open());
    const names = candidateFileNames(template, values, trueExtension(head, output.file.filename));
    const path = await files.create(context.directory, names, body, context.signal);
    return { ...output, path };
  };
