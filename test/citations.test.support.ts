// Pages that name tests by their titles, as `file.test.ts`: "title". A page cannot go on naming a test that was renamed
// or deleted.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface Citation {
  readonly file: string;
  readonly title: string;
}

export const citationsIn = (page: string): readonly Citation[] =>
  [...page.matchAll(/`([^`]+\.test(?:\.support)?\.ts)`: "((?:[^"\\]|\\.)*)"/g)].map(
    ([, file = "", title = ""]) => ({ file, title }),
  );

const textOf = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isLiteralExpression(node) ? node.text : undefined;

/** Whether a callee declares a test: `it`, `test`, `it.each(...)`, `test.skipIf(...)` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === "it" || callee.text === "test";
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}

/** The literal values in the rows of `each([...])`. */
function situations(callee: ts.Expression): readonly (readonly (string | undefined)[])[] {
  let table: ts.Node | undefined = ts.isCallExpression(callee) ? callee.arguments[0] : undefined;
  if (table !== undefined && ts.isAsExpression(table)) table = table.expression;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements.map((row) =>
    ts.isArrayLiteralExpression(row) ? row.elements.map(textOf) : [textOf(row)],
  );
}

/** The title as vitest prints it, except for values that are known only at run time. */
function filled(title: string, row: readonly (string | undefined)[]): string {
  let place = 0;
  return title.replace(/%[sdijo]/g, (sign) => row[place++] ?? sign);
}

/** The titles of a file's tests as written, and the names of its situations; for a table, also with each row filled in. */
function titlesOf(path: string): ReadonlySet<string> {
  const titles = new Set<string>();
  if (!existsSync(path)) return titles;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined)
        for (const row of [[], ...situations(node.expression)]) titles.add(filled(title, row));
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === "name")
      titles.add(textOf(node.initializer) ?? "");
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true));
  return titles;
}

/** The citations whose test does not exist; their files are relative to `folder`. */
export function unknownCitations(folder: string, citations: readonly Citation[]): readonly Citation[] {
  const titles = new Map(
    [...new Set(citations.map(({ file }) => file))].map((file) => [file, titlesOf(join(folder, file))]),
  );
  return citations.filter(({ file, title }) => titles.get(file)?.has(title) !== true);
}

/** The rows of the tables on a page, without heads and lines. */
export const rowsIn = (page: string): readonly string[] => {
  const lines = page.split("\n");
  return lines.filter(
    (line, index) =>
      line.startsWith("|") && !/^\|[ :-]*-/.test(line) && !/^\|[ :-]*-/.test(lines[index + 1] ?? ""),
  );
};
