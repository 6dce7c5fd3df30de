// Every relative link in the documentation leads to an existing file, and every anchor to a heading.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const childrenOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const pages = [
  ".",
  ...["bench", "cli", "docs", "docs/plugins", "docs/programs", "kernel"],
  ...["libraries", "plugins"].flatMap(childrenOf),
].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name)),
);

/** Removes code, which contains no links and headings. */
const proseOf = (page: string): string =>
  readFileSync(join(root, page), "utf8").replace(/^ *```[^]*?^ *```/gm, "");
const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, "");

/** The anchors as GitHub creates them: lower case, without punctuation, dashes for spaces, numbered if repeated. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} +(.*?) *$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const linksOf = (page: string): readonly string[] =>
  [...withoutCode(proseOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

function toProblem(page: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || anchorsOf(target).has(anchor)) return undefined;
  return `${link}: ${target} has no such heading`;
}

describe("links", () => {
  it("are there", () => {
    expect(pages).toContain("README.md");
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(150);
  });

  it.each(pages)("%s", (page) => {
    expect(linksOf(page).flatMap((link) => toProblem(page, link) ?? [])).toEqual([]);
  });
});

it("every page of docs/ is linked from another one", () => {
  const linked = new Set(
    pages.flatMap((page) => linksOf(page).map((link) => join(dirname(page), link.split("#", 1)[0] ?? ""))),
  );
  expect(pages.filter((page) => page.startsWith("docs/") && !linked.has(page))).toEqual([]);
});
