// Validators that the build has compiled for settings schemas. A process that needs no other validators never imports ajv.

import { digestOf } from "../base/digest.js";

/** Returns whether a value is valid. Fills defaults in place. */
export type CompiledCheck = (value: unknown) => boolean;

/** Returns the compiled check of the schema with a digest, or undefined if the build has compiled none for it. */
export type CompiledSettings = (digest: string) => Promise<CompiledCheck | undefined>;

let findCompiled: CompiledSettings | undefined;

/**
 * Registers the compiled checks for all kernels of this process: a check depends only on the text of its schema. Without
 * a registration, each schema is compiled when it is first used.
 */
export function provideCompiledSettings(find: CompiledSettings): void {
  findCompiled = find;
}

/** Returns the compiled check of the schema with this JSON text, if there is one. */
export const compiledCheckOf = async (text: string): Promise<CompiledCheck | undefined> =>
  findCompiled?.(digestOf(text));
