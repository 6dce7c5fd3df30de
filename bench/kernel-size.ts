// The size of the kernel and of all packages: lines of code without tests and generated files, with three limits.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { median } from "./measure.js";
import { root } from "./places.js";
import { printTable } from "./table.js";

const maxFileLines = 250;

interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly all: number;
  readonly code: number;
}
/** A part of the product, and the most lines of code that it may have. */
interface Room {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly maxCode?: number;
}

/** Pages of panels count with their styles; what the build makes of them does not. */
const isShipped = (path: string): boolean =>
  /\.(?:tsx?|css)$/.test(path) &&
  !/\.(?:test|gen|d)\.|\/(?:testing|fixtures|node_modules|templates|built)\//.test(path);

/** Counts the lines that are neither empty nor only a comment. */
function codeLines(text: string): number {
  let inComment = false;
  return text.split("\n").filter((line) => {
    const trimmed = line.trim();
    const opens = !inComment && trimmed.startsWith("/*");
    const isComment = inComment || opens || trimmed.startsWith("//");
    if (inComment || opens) inComment = !trimmed.includes("*/");
    return trimmed !== "" && !isComment;
  }).length;
}

/** The shipped sources of a folder. */
const filesIn = (folder: string): readonly SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter(isShipped)
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, all: text.split("\n").length - 1, code: codeLines(text) };
    });

const childrenOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

function rooms(): readonly Room[] {
  const kernel = filesIn("kernel");
  const inRoom = (room: string) => kernel.filter(({ path }) => path.startsWith(`kernel/${room}/`));
  const outside = (...names: readonly string[]) =>
    kernel.filter(({ path }) => !names.some((room) => path.startsWith(`kernel/${room}/`)));
  const layers = ["services", "host", "features", "client", "server", "cli"];
  return [
    { name: "kernel core", files: outside("base", "contract", "authoring"), maxCode: 3000 },
    { name: "kernel/base", files: inRoom("base"), maxCode: 1000 },
    { name: "kernel/contract", files: inRoom("contract") },
    { name: "kernel/authoring", files: inRoom("authoring") },
    ...[...layers, ...childrenOf("libraries"), ...childrenOf("plugins")].map((folder) => ({
      name: folder,
      files: filesIn(folder),
    })),
  ].filter(({ files }) => files.length > 0);
}

const codeOf = (files: readonly SourceFile[]): number => files.reduce((total, { code }) => total + code, 0);

function row({ name, files, maxCode }: Room) {
  const lengths = files.map(({ all }) => all);
  const most = Math.max(...lengths);
  const largest = files.find(({ all }) => all === most)?.path ?? "";
  const file = largest.slice(largest.lastIndexOf("/") + 1);
  return [name, files.length, codeOf(files), maxCode ?? "", median(lengths), `${file} (${most})`];
}

/** One sentence for each limit that is exceeded. */
const missedBars = (measured: readonly Room[]): readonly string[] => [
  ...measured
    .filter(({ files, maxCode = Infinity }) => codeOf(files) > maxCode)
    .map(({ name, files, maxCode = 0 }) => `${name} has ${codeOf(files)} code lines; the bar is ${maxCode}`),
  ...measured
    .flatMap(({ files }) => files)
    .filter(({ path, all }) => all > maxFileLines && !/^kernel\/contract\/|\.css$/.test(path))
    .map(({ path, all }) => `${path} has ${all} lines; the bar is ${maxFileLines}`),
];

export function run(): void {
  const measured = rooms();
  const everything = { name: "everything", files: measured.flatMap(({ files }) => files) };
  printTable(
    "size: lines without tests and generated files",
    ["", "files", "code lines", "bar", "median file", "largest file (lines)"],
    [...measured, everything].map(row),
  );
  const missed = missedBars(measured);
  if (missed.length > 0) throw new Error(missed.join("\n"));
}
