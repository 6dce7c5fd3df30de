// The errors that the web panel can receive, as its page shows them: no option or command of a terminal, no route, no
// key of a file.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adviceOf } from "../plugins/panel-web/page/advice/advice.js";
import { ofBackends } from "../plugins/panel-web/page/advice/of-backends.js";
import { ofPictor } from "../plugins/panel-web/page/advice/of-pictor.js";
import { ofRequests } from "../plugins/panel-web/page/advice/of-requests.js";
import { shownProblem } from "../plugins/panel-web/page/api/errors.js";
import { wordsOf } from "../plugins/panel-web/page/api/words.js";
import { root } from "./sources.test.support.js";

interface ErrorEntry {
  readonly message: string;
  readonly fix: string;
}
/** A code with what happened and what to do: the rows of docs/errors.md, which is made from all catalogs. */
const rows = (section: string): readonly (readonly [string, ErrorEntry])[] =>
  [...section.matchAll(/^\| `([A-Z0-9_]+)`[^|]*\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, code = "", message = "", fix = ""]) => [code, { message, fix }] as const,
  );
const sections = readFileSync(join(root, "docs/errors.md"), "utf8")
  .split(/^## /m)
  // A page gets no errors of the command, and none of the APIs for other clients.
  .filter((section) => !/^(?:Command line|`plugins\/api-)/.test(section));
const all = sections.flatMap(rows);
const codesOf = (title: string): ReadonlySet<string> =>
  new Set(
    sections
      .filter((section) => section.startsWith(title))
      .flatMap(rows)
      .map(([code]) => code),
  );
const ofPlugins = codesOf("Plugins\n");

/** The advice for a page that the errors of plugins bring along, by their codes. */
const pageFixes = new Map<string, string>();
for (const folder of ["plugins", "libraries", "features"])
  for (const name of readdirSync(join(root, folder))) {
    if (!existsSync(join(root, folder, name, "faults.ts"))) continue;
    const address = `../${folder}/${name}/faults.js`;
    const { catalog = {} } = (await import(/* @vite-ignore */ address)) as {
      readonly catalog?: Readonly<Record<string, { readonly pageFix?: string }>>;
    };
    for (const [code, { pageFix }] of Object.entries(catalog))
      if (pageFix !== undefined) pageFixes.set(code, pageFix);
  }

const fill = (text: string): string => text.replaceAll(/\{\w+\}/g, "7");
/** The details of an error: one word for each placeholder. */
const detailsOf = (code: string) =>
  new Proxy<Record<string, unknown>>(
    {},
    { get: (_none, name) => (name === "pageFix" ? fill(pageFixes.get(code) ?? "") : "7") },
  );
const shown = (code: string, { message, fix }: ErrorEntry): string => {
  const { text, hint = "" } = wordsOf(adviceOf(code), {
    code,
    text: fill(message),
    hint: fill(fix),
    details: detailsOf(code),
  });
  return `${text} ${hint}`;
};
const command =
  /`|(?<!\w)--[a-z]|\bpictor [a-z]|\b(?:GET|POST|PUT|PATCH|DELETE) \/|NODE_EXTRA|PICTOR_|\bpictor\.json\b/;
/** A name such as `baseUrl` or `launch.port`, or a member of JSON. */
const key = /\b[a-z]+[A-Z]\w*|\b[a-z]+\.[a-z]+[A-Z]\w*|"\$?\w+":\s*(?:["{[]|true|false|null)|"\$\w+"/;

describe("the page", () => {
  it.each(all)("shows %s without a word of a terminal", (code, entry) => {
    expect(shown(code, entry)).not.toMatch(command);
  });

  // What is wrong in a plugin is told to its author, in the names of its files.
  it.each(all.filter(([code]) => !ofPlugins.has(code)))(
    "shows %s without a key of the configuration",
    (code, entry) => {
      expect(shown(code, entry)).not.toMatch(key);
    },
  );

  it("begins a sentence as one, and leaves a name as it is", () => {
    expect(wordsOf(undefined, { text: "the address uses {{a}}." }).text).toBe("The address uses {{a}}.");
    expect(wordsOf(undefined, { text: "studio cannot do that." }).text).toBe("studio cannot do that.");
  });

  it("gives advice for a page with the details that the error has in any case", () => {
    const placeholders = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];
    const known = new Map(all.map(([code, { message, fix }]) => [code, placeholders(message + fix)]));
    expect(pageFixes.size).toBeGreaterThan(30);
    const missing = [...pageFixes].filter(([code, text]) =>
      placeholders(text).some((name) => known.get(code)?.includes(name) !== true),
    );
    expect(missing).toEqual([]);
  });

  it("shows the advice that the error of a plugin has for a page", () => {
    const error = { text: "It is off.", hint: "Run `it`.", details: { pageFix: "Switch it on." } };
    expect(wordsOf(undefined, error)).toEqual({ text: "It is off.", hint: "Switch it on." });
    const problem = { code: "X_OFF", message: "It is off.", hint: "Run `it`.", pageFix: "Switch it on." };
    expect(shownProblem(problem)).toMatchObject({ text: "It is off.", hint: "Switch it on." });
  });

  it("shows the error of a plugin from elsewhere as it is, with the commands that it names", () => {
    const own = { text: "It ended: unknown option --no-such.", hint: "Leave out --no-such." };
    expect(wordsOf(undefined, own)).toEqual(own);
  });

  it("has words for no code that does not exist", () => {
    const codes = Object.keys({ ...ofBackends, ...ofPictor, ...ofRequests });
    expect(codes.filter((code) => !all.some(([known]) => known === code))).toEqual([]);
  });
});
