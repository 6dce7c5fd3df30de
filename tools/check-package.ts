// Checks a tarball with publint and arethetypeswrong: exports without a file, and types that cannot be resolved.

import { readFileSync } from "node:fs";
import { checkPackage as checkTypes, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { PackedPackage } from "./pack.js";
import { shippedManifest } from "./stage.js";

/** The packages are ES modules for Node 20.19 and bundlers. Older resolution rules and `require` are not supported. */
const supportedResolutions = new Set(["node16-esm", "bundler"]);

/** The entries with code. A JSON file has no types. */
const entriesOf = (exports: unknown): readonly string[] =>
  Object.entries(exports ?? {}).flatMap(([entry, target]) => (typeof target === "string" ? [] : [entry]));

async function typeProblems({ manifest }: PackedPackage, tarball: Uint8Array): Promise<readonly string[]> {
  const entrypoints = [...entriesOf(shippedManifest(manifest).exports)];
  if (entrypoints.length === 0) return [];
  const result = await checkTypes(createPackageFromTarballData(tarball), { entrypoints });
  if (result.types === false) return ["exports code without types"];
  return result.problems
    .filter((problem) => !("resolutionKind" in problem) || supportedResolutions.has(problem.resolutionKind))
    .map((problem) => JSON.stringify(problem));
}

/** Checks a tarball. Resolves to its problems, one sentence each; none if it can be published. */
export async function checkPackage(packed: PackedPackage): Promise<readonly string[]> {
  const bytes = new Uint8Array(readFileSync(packed.tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const publishing = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
  return [...publishing, ...(await typeProblems(packed, bytes))].map(
    (problem) => `${packed.manifest.name}: ${problem}`,
  );
}
