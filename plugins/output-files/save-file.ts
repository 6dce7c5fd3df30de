// Handles afterOutput: saves the bytes of an output and adds the path.

import type { AfterOutput, Files } from "@pictor/kernel/plugin";
import { candidateFileNames, fileExtensionOf } from "./file-names.js";
import type { NameTemplate } from "./name-template.js";
import { templateValuesOf, type ConfiguredValues } from "./template-variables.js";

/**
 * Creates the handler. It does not catch errors: the kernel then keeps the output unchanged and tells the user how to fetch
 * the file from the backend. `now` is called once for each output.
 */
export const createSaveFile =
  (files: Files, template: NameTemplate, configured: ConfiguredValues, now: () => Date): AfterOutput =>
  async (output, context) => {
    const values = templateValuesOf({ output, context, configured, now: now() });
    const names = candidateFileNames(template, values, fileExtensionOf(output));
    const path = await files.create(context.directory, names, output.open(), context.signal);
    return { ...output, path };
  };
