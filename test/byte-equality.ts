// Compares byte arrays of tests as a whole. The library of expectations would look at each byte as a property, a
// thousand times slower.

import { Buffer } from "node:buffer";
import { expect } from "vitest";

/** Undefined for values that the library compares: others than two byte arrays of one class. */
export function areBytesEqual(one: unknown, other: unknown): boolean | undefined {
  if (!(one instanceof Uint8Array && other instanceof Uint8Array)) return undefined;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return undefined;
  return Buffer.compare(one, other) === 0;
}

const name = Symbol.for("pictor.byte-equality");
const shared = globalThis as { [name]?: true };
// A worker runs this file before each file of tests.
if (shared[name] === undefined) {
  shared[name] = true;
  expect.addEqualityTesters([areBytesEqual]);
}
