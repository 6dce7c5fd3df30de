// The output step: it receives each file as soon as it can be read, and returns it, changed or not.

import type { AfterOutput } from "@pictor/kernel/plugin";
import type { Config } from "./settings.gen.ts";

/** Adds a note to the metadata. A step that changes the bytes returns another `open`, which can be called more than once. */
export const createStep =
  ({ note }: Config): AfterOutput =>
  (output) => ({ ...output, metadata: { ...output.metadata, note } });
