// How much the kernel is: lines of its own code, without tests and without what is generated.

import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { printTable } from "./table.mjs";

const kernel = fileURLToPath(new URL("../kernel", import.meta.url));
const isSource = (path) =>
  path.endsWith(".ts") && !/\.(?:test(?:\.support)?|gen|d)\.ts$/.test(path) && !path.includes("node_modules");

/** Lines that are neither empty nor a comment of their own. */
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

function measure(path) {
  const text = readFileSync(path, "utf8");
  const folder = relative(kernel, path).split(/[\\/]/).slice(0, -1).join("/");
  return { path, folder, all: text.split("\n").length - 1, code: codeLines(text) };
}

const row = (name, files) => {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  const largest = files.reduce((most, file) => (file.all > most.all ? file : most));
  return [
    name,
    files.length,
    sum("code"),
    sum("all"),
    median(files.map(({ all }) => all)),
    `${relative(kernel, largest.path)} (${largest.all})`,
  ];
};

export function run() {
  const files = readdirSync(kernel, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isSource)
    .map(measure);
  const folders = [...new Set(files.map(({ folder }) => folder))].sort();
  printTable(
    "kernel: lines without tests and generated files",
    ["", "files", "code lines", "all lines", "median file", "largest file (lines)"],
    [
      ...folders.map((folder) =>
        row(
          folder === "" ? "kernel" : `kernel/${folder}`,
          files.filter((file) => file.folder === folder),
        ),
      ),
      row("together", files),
      row(
        "without kernel/testing",
        files.filter(({ folder }) => folder !== "testing"),
      ),
    ],
  );
}
