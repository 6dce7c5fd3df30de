// Reads the image or project file of `--from`, and returns its request.

import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { plainValues } from "@pictor/features/base";
import { didYouMean, parseJson, reasonOf, utf16Problem, withoutByteOrderMark } from "@pictor/kernel";
import {
  metadataKinds,
  metadataKindsIn,
  metadataKindTitles,
  importStabilityMatrixProject,
  projectVersionKey,
  readImageMetadata,
  parseProject,
  projectFromImage,
  UnreadableImageError,
  type ImportResult,
  type MetadataKind,
  type ImageMetadata,
  type Project,
} from "@pictor/image-metadata";
import { UsageError } from "../base/usage-error.js";
import { shellWord } from "../text/shell-word.js";

/** A request, the kind of record that it comes from, and notes for the user. */
export interface RequestSource extends Project {
  readonly kind: MetadataKind | "project" | "preset";
  /** Whether the image contains the graph that made it. */
  readonly hasGraph?: boolean;
  readonly notes: readonly string[];
}

const names: Partial<Readonly<Record<RequestSource["kind"], string>>> = {
  record: "its record",
  "stability-matrix": "project of Stability Matrix",
  parameters: "its parameters text",
  comfy: "its graph",
};

/** What the request of a file comes from, for a note that has named the file. */
export const nameOfSource = (kind: RequestSource["kind"]): string =>
  kind === "project" || kind === "preset" ? kind : (names[kind] ?? `its ${metadataKindTitles[kind]}`);

/** Size limit of a project file; real ones have a few thousand bytes. */
const maxJsonBytes = 1 << 24;

const unusableFile = (path: string, reason: string, advice: string, cause?: unknown): UsageError =>
  new UsageError("USAGE_FILE", `${path} cannot be used: ${reason}.`, advice, cause);

const fileError = (path: string, error: unknown): UsageError =>
  unusableFile(path, reasonOf(error), "Correct the path.", error);

/** Refuses pipes and devices: opening a pipe waits for its writer and cannot be aborted. */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  if (!found.isFile() && !found.isDirectory())
    throw unusableFile(path, "it is a pipe or a device, not a file", "Name an image, or a project.");
}

/** The text of a file that begins like JSON; undefined for any other file. */
async function jsonText(path: string): Promise<string | undefined> {
  await requireFile(path);
  const file = await open(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  try {
    const { size } = await file.stat();
    const first = await file.read(Buffer.alloc(64), 0, 64, 0);
    const beginning = first.buffer.subarray(0, first.bytesRead).toString("utf8");
    // Without its zero bytes, JSON in UTF-16 begins so, too; its mark is two bytes that UTF-8 does not have.
    if (!/^(?:\uFEFF|\uFFFD{2})?\s*[{[]/.test(beginning.replaceAll("\0", ""))) return undefined;
    if (size > maxJsonBytes)
      throw unusableFile(path, "it is too large for a project", "Name an image, or a project.");
    return withoutByteOrderMark(await file.readFile("utf8"));
  } catch (error) {
    throw error instanceof UsageError ? error : fileError(path, error);
  } finally {
    await file.close();
  }
}

/** Throws a UsageError with the advice if the file is not an image. */
export async function readImageFile(path: string, advice: string): Promise<ImageMetadata> {
  await requireFile(path);
  try {
    return await readImageMetadata(createReadStream(path));
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw fileError(path, error);
    throw unusableFile(path, error.reason, advice, error);
  }
}

function parseKind(text: string | undefined): MetadataKind | undefined {
  const kind = metadataKinds.find((known) => known === text);
  if (text === undefined || kind !== undefined) return kind;
  const hint = `${didYouMean(text, metadataKinds)} Known are: ${metadataKinds.join(", ")}.`.trim();
  throw new UsageError("USAGE_VALUE", `--as: there is no kind of record "${text}".`, hint);
}

function sourceOf(path: string, imported: ImportResult): RequestSource {
  if ("project" in imported) return imported.project;
  throw unusableFile(path, imported.refusal.reason, imported.refusal.advice);
}

function fromJson(path: string, text: string): RequestSource {
  let found: unknown;
  const encoding = utf16Problem(text);
  if (encoding !== undefined) throw unusableFile(path, encoding, "Save it as UTF-8.");
  try {
    found = plainValues(parseJson(text));
  } catch (error) {
    // Deeply nested JSON exceeds the stack of the recursive conversion.
    if (error instanceof RangeError) throw unusableFile(path, "it is nested too deeply", "Correct the file.");
    throw unusableFile(
      path,
      `it is not JSON (${reasonOf(error)})`,
      "Save it again with `pictor project save`.",
      error,
    );
  }
  const keys = typeof found === "object" && found !== null ? Object.keys(found) : [];
  if (!keys.includes(projectVersionKey)) {
    if (keys.some((key) => /^projectType$/i.test(key)))
      return sourceOf(path, importStabilityMatrixProject(text));
    const advice = `A project has "${projectVersionKey}": 1. To run a graph of ComfyUI: pictor generate custom --set ${shellWord(`graph=${path}`)}`;
    throw unusableFile(path, "it is not a project", advice);
  }
  const read = parseProject(found);
  if ("project" in read) return { ...read.project, kind: "project", notes: [] };
  const [first, ...rest] = read.problems.map(
    ({ pointer, found: actual, expected }) =>
      `at ${pointer || "the top level"} it has ${actual}; expected ${expected}`,
  );
  throw unusableFile(
    path,
    first ?? "",
    ["Correct the file.", ...rest.map((line) => `Also: ${line}.`)].join(" "),
  );
}

/** Reads an image or a project file; `as` chooses one of the records of an image. Throws a UsageError. */
export async function readSource(path: string, as?: string): Promise<RequestSource> {
  const kind = parseKind(as);
  const text = await jsonText(path);
  if (text === undefined) {
    const metadata = await readImageFile(
      path,
      "Name an image that was saved with its metadata, or a project file.",
    );
    const source = sourceOf(path, projectFromImage(metadata, path, kind));
    return { ...source, hasGraph: metadataKindsIn(metadata).includes("comfy") };
  }
  if (kind === undefined || kind === "stability-matrix") return fromJson(path, text);
  throw new UsageError(
    "USAGE_OPTION",
    `--as ${kind} is for an image; ${path} is a project file.`,
    "Leave --as out.",
  );
}
