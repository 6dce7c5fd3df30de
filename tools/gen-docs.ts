// Generates documentation: the error list, the settings and diagrams of every plugin, the tables of plugins and hooks.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PictorError, type ErrorEntry } from "../kernel/plugin.js";
import { usageCodes } from "../cli/base/usage-error.js";
import { commandRows } from "./command-rows.js";
import { createDiagramDrawer, type DiagramDrawer } from "./graph-diagrams.js";
import { hookTable } from "./hook-table.js";
import { jobEvents } from "./job-events.js";
import { shippedPackages } from "./licences.js";
import type { Lock } from "./lock-checks.js";
import type { Schema } from "../host/settings-schema/type-of.js";
import { toolRows } from "./gen-tools.js";
import { workflowTables } from "./workflow-tables.js";

interface Manifest {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly permissions?: readonly { readonly name: string; readonly reason: string }[];
  readonly config?: Schema;
  readonly contributes?: Readonly<Record<string, readonly (Schema & { readonly id: string })[]>>;
}
type Page = readonly [path: string, text: string];

const read = (path: string): string => readFileSync(path, "utf8");
const manifests = (): readonly Manifest[] =>
  readdirSync("plugins")
    .filter((name) => existsSync(`plugins/${name}/plugin.json`))
    .map((name) => JSON.parse(read(`plugins/${name}/plugin.json`)) as Manifest);

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");

type Errors = Readonly<Record<string, ErrorEntry>>;

/** The error catalogs of libraries, plugins, features, the host and the server: the export `catalog` of each `faults.ts`. */
async function ownErrors(): Promise<readonly (readonly [area: string, errors: Errors])[]> {
  const found = ["libraries", "plugins", "features", "host", "server"].flatMap((parent) =>
    (readdirSync(parent, { recursive: true }) as string[])
      .filter((path) => basename(path) === "faults.ts" && !path.includes("node_modules"))
      .map((path) => dirname(join(parent, path)))
      .sort(),
  );
  const catalogs = await Promise.all(
    found.map(async (folder) => {
      const module = (await import(`../${folder}/faults.js`)) as { readonly catalog?: Errors };
      const title = `\`${folder.replace(/\/(?:contract|user-plugins|base|faults)$/, "")}\``;
      return module.catalog === undefined ? [] : [[title, module.catalog] as const];
    }),
  );
  return catalogs.flat();
}

const ofClassInput = (texts: Readonly<Record<string, Pick<ErrorEntry, "message" | "fix">>>): Errors =>
  Object.fromEntries(Object.entries(texts).map(([code, entry]) => [code, { class: "input", ...entry }]));

async function errorsPage(): Promise<string> {
  const kernel = JSON.parse(read("schemas/errors.json")) as Readonly<Record<string, Errors>>;
  const commandLine = {
    ...usageCodes,
    INTERRUPTED: {
      message: "The command was interrupted by Ctrl-C, or because its terminal was closed.",
      fix: "The output above lists the finished work. Run the command again for the rest.",
    },
  };
  const all = [
    ...Object.entries(kernel),
    ["Command line", ofClassInput(commandLine)] as const,
    ...(await ownErrors()),
  ];
  const sections = all.map(([area, errors]) => {
    const rows = Object.entries(errors).map(([code, { message, fix, ...entry }]) => [
      entry.base === undefined ? `\`${code}\`` : `\`${code}\` (\`${entry.base}\`)`,
      new PictorError(code, "", "", {}, entry).class,
      message,
      fix,
    ]);
    return `## ${area}\n\n${table(["Code", "Class", "What happened", "What to do"], rows)}\n`;
  });
  return `# Errors

Every error has a stable code; it is never renamed inside a major version. Words in braces are filled in; \`{advice}\` depends on the cause. Those of the kernel
come first, then those of the command line, of libraries, of plugins that have many, of the features, of the host and of the server; what else a plugin says is
in its README. A code in parentheses is the kernel's code that an error is a case of (\`base\`): it decides whether a call is repeated. The class decides
the exit code of a command and the HTTP status of a reply.
(Generated from \`schemas/errors.json\` and the packages' \`faults.ts\`.)

${sections.join("\n")}`;
}

const bounds = (field: Schema): string => {
  const parts = [
    field["minimum"] === undefined ? "" : `from ${JSON.stringify(field["minimum"])}`,
    field["maximum"] === undefined ? "" : `to ${JSON.stringify(field["maximum"])}`,
    Array.isArray(field["enum"])
      ? field["enum"].map((value) => `\`${JSON.stringify(value)}\``).join(", ")
      : "",
    field["x-unit"] === undefined ? "" : (field["x-unit"] as string),
    field["x-secret"] === true ? "secret" : "",
    field["x-bindings"] === true ? "of any path to its value" : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
};

/** The rows of a table with one row for each setting. The settings of a group follow the group, with their full path. */
function settingsRows(schema: Schema, path = ""): readonly (readonly string[])[] {
  const required = (schema["required"] ?? []) as readonly string[];
  const properties = schema["properties"] as Readonly<Record<string, Schema>>;
  return Object.entries(properties).flatMap(([name, field]) => [
    [
      `\`${path}${name}\`${required.includes(name) ? " (required)" : ""}`,
      `${field["type"] as string} ${bounds(field)}`.trim(),
      field["default"] === undefined ? "" : `\`${JSON.stringify(field["default"])}\``,
      ((field["description"] ?? field["title"] ?? "") as string).trim(),
    ],
    ...(field["properties"] === undefined ? [] : settingsRows(field, `${path}${name}.`)),
  ]);
}

const settingsTable = (schema: Schema): string =>
  table(["Setting", "Values", "Default", "Meaning"], settingsRows(schema));

function settingsOf({ config, contributes = {}, permissions = [] }: Manifest): string {
  const parts: string[] = [];
  if (config !== undefined)
    parts.push(`Configuration (\`plugins.<id>.config\`):\n\n${settingsTable(config)}`);
  for (const [kind, entries] of Object.entries(contributes)) {
    for (const entry of entries) {
      const schema = (entry["settings"] ?? entry["params"]) as Schema | undefined;
      if (schema !== undefined)
        parts.push(`Contributes to \`${kind}\`: \`${entry.id}\`\n\n${settingsTable(schema)}`);
    }
  }
  const asked = permissions.map(({ name, reason }) => `\`${name}\`: ${reason}`);
  parts.push(asked.length === 0 ? "It asks for no permission." : `Permissions: ${asked.join(" ")}`);
  return parts.join("\n\n");
}

const eventTable = (): string =>
  table(
    ["`type`", "Members", "Meaning"],
    jobEvents().map(({ type, members, meaning }) => [
      `\`${type}\``,
      members.map((name) => `\`${name}\``).join(", "),
      meaning,
    ]),
  );

/** Replaces the text between `<!-- name -->` and `<!-- /name -->` in a hand-written page. */
function fill(path: string, name: string, content: string, text = read(path)): Page {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`${path} lacks the marks ${open} and ${close}`);
  return [path, `${text.slice(0, start + open.length)}\n\n${content}\n\n${text.slice(end)}`];
}

/** Fills in a plugin's README: its settings, and a diagram at each mark, which names a workflow and possibly features. */
async function readme(manifest: Manifest, { draw, report }: Drawing): Promise<Page> {
  const tools = { "operations as tools": table(["Tool", "Scope", "What it does"], toolRows()) };
  const contents = { settings: settingsOf(manifest), ...(manifest.id === "api-mcp" && tools) };
  const [path, text] = fillAll(`plugins/${manifest.id}/README.md`, contents);
  const own = manifest.contributes?.["workflows"]?.[0]?.id;
  let done = "";
  let rest = text;
  for (;;) {
    const mark = /(<!-- graph ?(.*?) ?-->)[^]*?(<!-- \/graph -->)/.exec(rest);
    if (mark === null) return [path, done + rest];
    const [whole, open = "", what = "", close = ""] = mark;
    const drawn = await draw(what, own).catch((error: unknown) => {
      report(`${path}: ${open}: ${String(error)}`);
      return undefined;
    });
    done += rest.slice(0, mark.index) + (drawn === undefined ? whole : `${open}\n\n${drawn}\n\n${close}`);
    rest = rest.slice(mark.index + whole.length);
  }
}

/** Fills in several tables of a page. */
const fillAll = (path: string, contents: Readonly<Record<string, string>>): Page =>
  Object.entries(contents).reduce<Page>(
    ([, text], [name, content]) => fill(path, name, content, text),
    [path, read(path)],
  );

interface Drawing extends Pick<DiagramDrawer, "draw"> {
  /** Reports a diagram that could not be drawn. Its page keeps the previous one. */
  report(problem: string): void;
}

export async function generatedDocs(report: (problem: string) => void): Promise<readonly Page[]> {
  const all = manifests();
  const plugins = table(
    ["Plugin", "Kind", "What it does"],
    all.map(({ id, kind, description }) => [`[${id}](../plugins/${id}/README.md)`, kind, description]),
  );
  const licences = table(
    ["Package", "Version", "Licence"],
    shippedPackages(JSON.parse(read("package-lock.json")) as Lock).map(({ name, version, licence }) => [
      `\`${name}\``,
      version,
      licence,
    ]),
  );
  const drawer = await createDiagramDrawer(all.map(({ id }) => `plugins/${id}`));
  const readmes: Page[] = [];
  try {
    for (const manifest of all.filter(({ id }) => existsSync(`plugins/${id}/README.md`)))
      readmes.push(await readme(manifest, { draw: drawer.draw, report }));
  } finally {
    await drawer.dispose();
  }
  return [
    ["docs/errors.md", await errorsPage()],
    fill("cli/README.md", "commands", table(["Command", "What it does"], commandRows())),
    fill("docs/embedding.md", "events", eventTable()),
    fill("docs/hooks.md", "hooks", hookTable()),
    fill("docs/licences.md", "licences", licences),
    fill("docs/plugins.md", "plugins", plugins),
    fillAll("docs/workflows.md", workflowTables(all, table)),
    ...readmes,
  ];
}
