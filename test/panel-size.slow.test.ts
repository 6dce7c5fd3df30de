// What a browser loads for the web panel: at most 64 KB (gzip) of JavaScript until the first view is shown, 150 KB in all.

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildPages } from "../tools/build-pages.js";
import { root } from "./sources.test.support.js";

const kilobyte = 1000;
const folder = mkdtempSync(join(tmpdir(), "pictor-panel-size-"));
await buildPages(join(root, "plugins/panel-web/page"), join(folder, "pages"));

const read = (name: string): Buffer => readFileSync(join(folder, "pages", name));
const bytesOf = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);

/** A module and what it imports at once. */
function withImports(name: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  if (found.has(name)) return found;
  const imports = read(name)
    .toString()
    .matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g);
  return [...imports].reduce<ReadonlySet<string>>(
    (all, [, other = ""]) => withImports(other, all),
    new Set([...found, name]),
  );
}

const modules = (): readonly string[] =>
  readdirSync(join(folder, "pages")).filter((name) => name.endsWith(".js"));
const viewModule = (view: string): string => modules().find((name) => name.startsWith(`${view}-view`)) ?? "";

it("the first view needs at most 64 KB of JavaScript", () => {
  const names = withImports(viewModule("generate"), withImports("main.js"));
  expect(names.size).toBeGreaterThan(2);
  expect(bytesOf([...names, "preload.js"])).toBeLessThan(64 * kilobyte);
});

it.each([
  ["#code=once", "generate"],
  ["", "generate"],
  ["#/request", "request"],
  ["#/backends/studio/log", "backends"],
  ["#/nothing", "generate"],
])("at %j the browser learns at once of all modules that are needed for %s", (hash, view) => {
  const links: { readonly rel: string; readonly href: string }[] = [];
  const head = { append: (link: (typeof links)[number]) => links.push(link) };
  const document = { head, createElement: () => ({}) };
  runInNewContext(read("preload.js").toString(), { location: { hash }, document });
  const names = withImports(viewModule(view), withImports("main.js"));
  expect(links.map(({ href }) => href).sort()).toEqual([...names].map((name) => `built/${name}`).sort());
  expect(links.every(({ rel }) => rel === "modulepreload")).toBe(true);
});

it("all views need at most 150 KB of JavaScript", () => {
  expect(modules().length).toBeGreaterThan(3);
  expect(bytesOf(modules())).toBeLessThan(150 * kilobyte);
});

it("no page names another origin", () => {
  const page = readFileSync(join(root, "plugins/panel-web/pages/index.html"), "utf8");
  const all = [page, ...["main.css", ...modules()].map((name) => read(name).toString())].join("\n");
  const addresses = [...all.matchAll(/https?:\/\/[\w.-]+/g)].map(String);
  // Names of XML namespaces, and examples of what a person types: nothing loads them.
  const isName = (url: string): boolean => /^https?:\/\/(www\.w3\.org|([\w-]+\.)*example\.org)$/.test(url);
  expect(addresses.filter((url) => !isName(url))).toEqual([]);
});
