// For plugin authors: follows what the page of a panel names, file by file, as a browser does. Runs no code.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Manifest, PictorError } from "@pictor/kernel";
import { folderFault } from "../faults.js";
import { locateFile } from "./locate-file.js";
import { readModule, readPage, readStyle, type BlockedPart, type Reference } from "./page-references.js";

/** What the pages of a plugin's panels lack (PANEL_FILE_MISSING), and what the browser blocks in them (PANEL_PART_BLOCKED). */
export interface PanelReport {
  readonly problems: readonly PictorError[];
  readonly warnings: readonly PictorError[];
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

const instead = {
  handler: ["a script that calls addEventListener", "Move the handler into a script of the page."],
  style: ["a class", "Move the declarations into a style sheet."],
} as const;

class PanelCheck implements PanelReport {
  readonly problems: PictorError[] = [];
  readonly warnings: PictorError[] = [];
  private readonly root: string;
  private readonly seen = new Set<string>();
  private hasImportMap = false;

  constructor(root: string) {
    this.root = root;
  }

  /** Reads a file of the panel, and all that it names; each file once. */
  async read(path: string): Promise<void> {
    if (this.seen.has(path)) return;
    this.seen.add(path);
    const type = extname(path).toLowerCase();
    if (![".html", ".css", ".js", ".mjs"].includes(type)) return;
    const text = await readFile(join(this.root, path), "utf8");
    if (type === ".html") await this.readPage(path, text);
    else await this.follow(path, text, type === ".css" ? readStyle(text) : await readModule(text));
  }

  private async readPage(path: string, text: string): Promise<void> {
    const { references, blocked, inline } = readPage(text);
    this.hasImportMap ||= inline.some(({ kind }) => kind === "importmap");
    for (const part of blocked) this.block(path, text, part);
    await this.follow(path, text, references);
    for (const { text: inner, at, kind } of inline) {
      const found = kind === "style" ? readStyle(inner) : kind === "module" ? await readModule(inner) : [];
      const placed = found.map((reference) => ({ ...reference, at: at + reference.at }));
      await this.follow(path, text, placed);
    }
  }

  private block(path: string, text: string, { kind, name, at }: BlockedPart): void {
    const [expected, advice] = instead[kind];
    const details = { file: join(this.root, path), line: lineAt(text, at), expected, advice };
    this.warnings.push(folderFault("PANEL_PART_BLOCKED", { ...details, found: `the attribute ${name}` }));
  }

  private async follow(from: string, text: string, references: readonly Reference[]): Promise<void> {
    for (const reference of references) {
      const located = locateFile(this.root, from, reference, this.hasImportMap);
      const place = { file: join(this.root, from), line: lineAt(text, reference.at) };
      if (located.state === "wrong") {
        const { state: _state, ...details } = located;
        this.problems.push(folderFault("PANEL_FILE_MISSING", { ...place, name: reference.name, ...details }));
      }
      if (located.state === "foreign") {
        const expected = "a file of the panel";
        const found = `the address ${reference.name} of another server`;
        const advice = "Put a copy into the folder of the panel.";
        this.warnings.push(folderFault("PANEL_PART_BLOCKED", { ...place, expected, found, advice }));
      }
      if (located.state === "found") await this.read(located.path);
    }
  }
}

/** Checks the page of each panel in a plugin folder. A panel without a page is a problem of its manifest. */
export async function checkPanels(folder: string, manifest: Manifest): Promise<PanelReport> {
  const problems: PictorError[] = [];
  const warnings: PictorError[] = [];
  for (const panel of manifest.contributes?.panels ?? []) {
    // A manifest that was only read has no defaults.
    const { root = "." } = panel as Partial<typeof panel>;
    const check = new PanelCheck(join(folder, root));
    await check.read("/index.html");
    problems.push(...check.problems);
    warnings.push(...check.warnings);
  }
  return { problems, warnings };
}
