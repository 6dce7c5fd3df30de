// The page on the hazards of the protocol: it is complete, every test that it names exists, and the hazards of a real network are tested.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTestPictor } from "@pictor/host/testing";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/comfyui-hazards.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|") && !/^\| (No\.|-)/.test(line));
const citations = [...page.matchAll(/`([^`]+\.test(?:\.support)?\.ts)`: "((?:[^"\\]|\\.)*)"/g)].map(
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

/** The titles of a file's tests as written; for a table, also with the values of each row filled in. */
function titlesOf(file: string): ReadonlySet<string> {
  const path = join(root, file);
  const titles = new Set<string>();
  if (!existsSync(path)) return titles;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined)
        for (const row of [[], ...situations(node.expression)]) titles.add(filled(title, row));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return titles;
}

it("there is a row for each of the 57", () => {
  const numbers = rows.map((row) => Number(/^\| (\d+) +\|/.exec(row)?.[1]));
  expect(numbers.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 57 }, (_, index) => index + 1),
  );
});

it("every row names a test, or says in words why there is none", () => {
  const silent = rows.filter((row) => !row.includes(".test.ts`: ") && !/\| none +\|$/.test(row));
  expect(silent).toEqual([]);
  expect(citations.length).toBeGreaterThan(rows.length);
});

it("every title is that of a test in its file", () => {
  const titles = new Map(
    [...new Set(citations.map(({ file }) => file))].map((file) => [file, titlesOf(file)]),
  );
  expect(citations.filter(({ file, title }) => titles.get(file)?.has(title) !== true)).toEqual([]);
});

it("neither a request nor a handshake carries a browser's headers", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.end();
  });
  server.on("upgrade", ({ headers }, stream) => {
    seen.push(headers);
    stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { pictor, dispose } = await createTestPictor({ plugins: [] });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await pictor.send({ method: "POST", url: `http://${address}/prompt`, body: "{}" })).discard();
  const handlers = { message: () => undefined, close: () => undefined };
  await expect(pictor.connect({ url: `ws://${address}/ws` }, handlers)).rejects.toThrow("404");
  await dispose();
  await new Promise((resolve) => server.close(resolve));
  const names = seen.flatMap((headers) => Object.keys(headers));
  expect(seen).toHaveLength(2);
  expect(names.filter((name) => /^(origin|referer|sec-fetch-)/.test(name))).toEqual([]);
});
