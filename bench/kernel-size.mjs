// The size of the kernel and of all packages: lines of code without tests and generated files, with three limits.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { printTable } from "./table.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const maxFileLines = 250;

const isShipped = (path) =>
  path.endsWith(".ts") && !/\.(?:test|gen|d)\.|(?:^|\/)(?:testing|fixtures|node_modules)\//.test(path);

/** Counts the lines that are neither empty nor only a comment. */
export function codeLines(text) {
  let inComment = false;
  return text.split("\n").filter((line) => {
    const trimmed = line.trim();
    const opens = !inComment && trimmed.startsWith("/*");
    const isComment = inComment || opens || trimmed.startsWith("//");
    if (inComment || opens) inComment = !trimmed.includes("*/");
    return trimmed !== "" && !isComment;
  }).length;
}

/** The shipped sources of a folder: `{ path, all, code }`, with the path relative to the root. */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter(isShipped)
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, all: text.split("\n").length - 1, code: codeLines(text) };
    });

const childrenOf = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** The files of each part, and the most lines of code that it may have. */
function rooms() {
  const kernel = filesIn("kernel");
  const inRoom = (room) => kernel.filter(({ path }) => path.startsWith(`kernel/${room}/`));
  const [base, contract, authoring] = ["base", "contract", "authoring"].map(inRoom);
  const core = kernel.filter((file) => ![base, contract, authoring].some((room) => room.includes(file)));
  return [
    { name: "kernel core", files: core, maxCode: 3000 },
    { name: "kernel/base", files: base, maxCode: 1000 },
    { name: "kernel/contract", files: contract },
    { name: "kernel/authoring", files: authoring },
    ...[
      "services",
      "host",
      "client",
      "server",
      "cli",
      ...childrenOf("libraries"),
      ...childrenOf("plugins"),
    ].map((folder) => ({
      name: folder,
      files: filesIn(folder),
    })),
  ].filter(({ files }) => files.length > 0);
}

const codeOf = (files) => files.reduce((total, { code }) => total + code, 0);

function row({ name, files, maxCode = "" }) {
  const lengths = files.map(({ all }) => all);
  const largest = files.find(({ all }) => all === Math.max(...lengths));
  return [
    name,
    files.length,
    codeOf(files),
    maxCode,
    median(lengths),
    `${largest.path.slice(largest.path.lastIndexOf("/") + 1)} (${largest.all})`,
  ];
}

/** One sentence for each limit that is exceeded. */
export const missedBars = (measured) => [
  ...measured
    .filter(({ files, maxCode = Infinity }) => codeOf(files) > maxCode)
    .map(({ name, files, maxCode }) => `${name} has ${codeOf(files)} code lines; the bar is ${maxCode}`),
  ...measured
    .flatMap(({ files }) => files)
    .filter(({ path, all }) => all > maxFileLines && !path.startsWith("kernel/contract/"))
    .map(({ path, all }) => `${path} has ${all} lines; the bar is ${maxFileLines}`),
];

export function run() {
  const measured = rooms();
  const everything = { name: "everything", files: measured.flatMap(({ files }) => files) };
  printTable(
    "size: lines without tests and generated files",
    ["", "files", "code lines", "bar", "median file", "largest file (lines)"],
    [...measured, everything].map(row),
  );
  const missed = missedBars(measured);
  if (missed.length === 0) return;
  console.error(`\n${missed.join("\n")}`);
  process.exitCode = 1;
}
