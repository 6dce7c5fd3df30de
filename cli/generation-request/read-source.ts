// `--from`: what an image or a project file asks for.

import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { didYouMean, parseJson, reasonOf } from "@pictor/host";
import {
  sourceKinds,
  importStabilityMatrixProject,
  projectVersionKey,
  readImageMetadata,
  parseProject,
  projectFromImage,
  UnreadableImageError,
  type ImportResult,
  type SourceKind,
  type ImageMetadata,
  type Project,
} from "@pictor/image-metadata";
import { UsageError } from "../base/usage-error.js";
import { toParam } from "../input/field-value.js";

/** A request, where it comes from, and what is to be said about it. */
export interface Source extends Project {
  readonly kind: SourceKind | "project";
  readonly notes: readonly string[];
}

/** A project has a few thousand bytes. */
const mostJsonBytes = 1 << 24;

const notRead = (path: string, reason: string, advice: string, cause?: unknown): UsageError =>
  new UsageError("USAGE_FILE", `${path} cannot be used: ${reason}.`, advice, cause);

const ofFile = (path: string, error: unknown): UsageError =>
  notRead(path, reasonOf(error), "Correct the path.", error);

/** Opening a pipe would wait for its writer, without an end and without a way to stop it. */
async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw ofFile(path, error);
  });
  if (!found.isFile() && !found.isDirectory())
    throw notRead(path, "it is no file, but a pipe or a device", "Name an image, or a project.");
}

/** The text of a file that begins as JSON; undefined for any other. */
async function jsonText(path: string): Promise<string | undefined> {
  await requireFile(path);
  const file = await open(path).catch((error: unknown) => {
    throw ofFile(path, error);
  });
  try {
    const { size } = await file.stat();
    const first = await file.read(Buffer.alloc(64), 0, 64, 0);
    const begins = first.buffer.subarray(0, first.bytesRead).toString("utf8");
    if (!/^\uFEFF?\s*[{[]/.test(begins)) return undefined;
    if (size > mostJsonBytes)
      throw notRead(path, "it is too large for a project", "Name an image, or a project.");
    return (await file.readFile("utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    throw error instanceof UsageError ? error : ofFile(path, error);
  } finally {
    await file.close();
  }
}

/** Throws a UsageError for what is no image. */
export async function readImageFile(path: string): Promise<ImageMetadata> {
  await requireFile(path);
  try {
    return await readImageMetadata(createReadStream(path));
  } catch (error) {
    if (!(error instanceof UnreadableImageError)) throw ofFile(path, error);
    throw notRead(
      path,
      error.reason,
      "Name an image that was saved with its metadata, or a project file.",
      error,
    );
  }
}

function parseKind(text: string | undefined): SourceKind | undefined {
  const kind = sourceKinds.find((known) => known === text);
  if (text === undefined || kind !== undefined) return kind;
  const hint = `${didYouMean(text, sourceKinds)} Known are: ${sourceKinds.join(", ")}.`.trim();
  throw new UsageError("USAGE_VALUE", `--as: there is no kind of record "${text}".`, hint);
}

function taken(path: string, again: ImportResult): Source {
  if ("project" in again) return again.project;
  throw notRead(path, again.refusal.reason, again.refusal.advice);
}

function fromJson(path: string, text: string): Source {
  let found: unknown;
  try {
    found = toParam(parseJson(text));
  } catch (error) {
    throw notRead(path, `it is not JSON (${reasonOf(error)})`, "Save it anew: `pictor project save`.", error);
  }
  const keys = typeof found === "object" && found !== null ? Object.keys(found) : [];
  if (!keys.includes(projectVersionKey)) {
    if (keys.some((key) => /^projectType$/i.test(key)))
      return taken(path, importStabilityMatrixProject(text));
    const advice = `A project has "${projectVersionKey}": 1. A graph of ComfyUI runs with: pictor generate custom --set graph=${path}`;
    throw notRead(path, "it is no project", advice);
  }
  const read = parseProject(found);
  if ("project" in read) return { ...read.project, kind: "project", notes: [] };
  const [first, ...rest] = read.problems.map(
    ({ pointer, found: seen, expected }) =>
      `at ${pointer || "the whole"} it has ${seen}; expected is ${expected}`,
  );
  throw notRead(path, first ?? "", ["Correct the file.", ...rest.map((line) => `Also: ${line}.`)].join(" "));
}

/** Reads the file; `as` takes one kind of an image's records. Throws a UsageError with what helps. */
export async function readSource(path: string, as?: string): Promise<Source> {
  const kind = parseKind(as);
  const text = await jsonText(path);
  if (text === undefined) return taken(path, projectFromImage(await readImageFile(path), path, kind));
  if (kind === undefined || kind === "stability-matrix") return fromJson(path, text);
  throw new UsageError(
    "USAGE_OPTION",
    `--as ${kind} is for an image; ${path} is a project file.`,
    "Leave it out.",
  );
}
