// Validators of settings schemas that a build has compiled, so that a process that uses only such schemas never imports ajv.

import { createHash } from "node:crypto";

/** Returns whether a value is valid. Fills defaults in place. */
export type QuickCheck = (value: unknown) => boolean;

/** Returns the compiled check of the schema with that digest, or undefined where the build has none. */
export type CompiledSettings = (digest: string) => Promise<QuickCheck | undefined>;

/** SHA-256, in hexadecimal digits, of the JSON text of a schema. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const none: CompiledSettings = () => Promise.resolve(undefined);
let compiled = none;

/**
 * Has every kernel of this process look here before it compiles a schema. A check depends on the text of its schema
 * alone, so it is the same for all of them. Without a call, each schema is compiled when it is first used.
 */
export function provideCompiledSettings(find: CompiledSettings): void {
  compiled = find;
}

/** The compiled check of a schema with this JSON text. */
export const compiledCheckOf = (text: string): Promise<QuickCheck | undefined> =>
  compiled === none ? none("") : compiled(digestOf(text));
