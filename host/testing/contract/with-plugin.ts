// Uses the plugin under test in a new kernel.

import type { Plugin } from "@pictor/kernel";
import { createTestPictor, type TestPictor, type TestPictorOptions } from "../test-pictor.js";
import type { Subject } from "./rule.js";

/** Whatever a rule adds to the kernel beside the plugin. */
export interface Surroundings extends Omit<TestPictorOptions, "plugins"> {
  readonly plugins?: readonly (string | { readonly manifest: unknown; readonly plugin: Plugin })[];
}

/**
 * Calls `use` with a kernel that has the plugin, and disposes the kernel afterwards. The plugin's code is imported when
 * it is needed.
 */
export async function withPlugin<Result>(
  { source, manifest: { id }, options: { beside = [], config } }: Subject,
  use: (test: TestPictor, id: string) => Promise<Result>,
  { plugins = [], configuration = {}, ...surroundings }: Surroundings = {},
): Promise<Result> {
  const test = await createTestPictor({
    ...surroundings,
    plugins: [source, ...beside, ...plugins],
    configuration: config === undefined ? configuration : { plugins: { [id]: { config } }, ...configuration },
  });
  try {
    return await use(test, id);
  } finally {
    await test.dispose();
  }
}
