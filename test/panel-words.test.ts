// The errors that the web panel can receive, as its page shows them: no option or command of a terminal, no route, no key of a file.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adviceOf } from "../plugins/panel-web/page/advice/advice.js";
import { ofBackends } from "../plugins/panel-web/page/advice/of-backends.js";
import { ofPictor } from "../plugins/panel-web/page/advice/of-pictor.js";
import { ofRequests } from "../plugins/panel-web/page/advice/of-requests.js";
import { withoutCommands, wordsOf } from "../plugins/panel-web/page/api/words.js";
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

/** The details of an error: one word for each placeholder. */
const details = new Proxy({}, { get: () => "7", has: () => true, getOwnPropertyDescriptor: () => undefined });
const shown = (code: string, { message, fix }: ErrorEntry): string => {
  const fill = (text: string): string => text.replaceAll(/\{\w+\}/g, "7");
  const { text, hint = "" } = wordsOf(adviceOf(code), {
    code,
    text: fill(message),
    hint: fill(fix),
    details,
  });
  return `${text} ${hint}`;
};
const command = /`|(?<!\w)--[a-z]|\bpictor [a-z]|\b(?:GET|POST|PUT|DELETE) \/|NODE_EXTRA|PICTOR_/;
/** A name such as `baseUrl` or `launch.port`, or a member of JSON. */
const key = /\b[a-z]+[A-Z]\w*|\b[a-z]+\.[a-z]+[A-Z]\w*|"\$?\w+":\s*(?:["{[]|true|false|null)|"\$\w+"/;

describe("the page", () => {
  it.each(all)("shows %s without a word of a terminal", (code, entry) => {
    expect(shown(code, entry)).not.toMatch(command);
    // None is a text of commands throughout, which would be shown as it is.
    expect(withoutCommands(shown(code, entry))).toBe(shown(code, entry));
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

  it("says what happened in the words of the server, if it names commands throughout", () => {
    const text = "ComfyUI ended: unknown option --no-such.";
    expect(wordsOf(undefined, { text, hint: "Leave out --no-such." })).toEqual({ text });
  });

  it("has words for no code that does not exist", () => {
    const codes = Object.keys({ ...ofBackends, ...ofPictor, ...ofRequests });
    expect(codes.filter((code) => !all.some(([known]) => known === code))).toEqual([]);
  });

  it.each([
    ["Set it up. Run `pictor auth login`.", "Set it up."],
    ["Start it with --origins and this origin. Then load the page.", "Then load the page."],
    ["GET /v1/presets lists them.", ""],
    ["Choose a port (`launch.port`), or end it (now).", "Choose a port, or end it (now)."],
    ["Start it again: `pictor backend start`.", "Start it again."],
    ["The known ones are: a, b.", "The known ones are: a, b."],
    [
      'The feature "lora" cannot be used in the workflow "flux": it has none.',
      'The feature "lora" cannot be used in the workflow "flux": it has none.',
    ],
    ['Write "auth": "studio" there. Try again.', "Try again."],
    ["GET http://127.0.0.1:1/ failed: refused.", "GET http://127.0.0.1:1/ failed: refused."],
  ])("of the advice %j of a stranger's plugin shows %j", (text, left) => {
    expect(withoutCommands(text)).toBe(left);
  });
});
