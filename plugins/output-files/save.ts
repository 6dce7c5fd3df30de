// The handler of afterOutput: saves the bytes and adds the path.

import type { AfterOutput, Files } from "@pictor/kernel/plugin";
import { endingOf, fileNames } from "./file-names.js";
import type { Given, NameTemplate } from "./name-template.js";
import { nameValues } from "./variables.js";

/**
 * Every failure is thrown on: the kernel keeps the output as it was, and says how to fetch it from the backend again.
 * `now` is asked once for each output.
 */
export const createSaveFile =
  (files: Files, template: NameTemplate, given: Given, now: () => Date): AfterOutput =>
  async (output, context) => {
    const values = nameValues(output, context, given, now());
    const names = fileNames(template, values, endingOf(output));
    const path = await files.create(context.directory, names, output.open(), context.signal);
    return { ...output, path };
  };
