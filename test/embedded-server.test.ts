// docs/embedded-server.md: its examples are executed, and its tables are compared with the code.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { exampleGraph, faultDescriptions, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { loadConfiguration } from "@pictor/host";
import { describe, expect, it } from "vitest";
import { fakeStreams } from "../cli/testing/fake-streams.js";
import { run } from "../cli/program/run.js";
import { shellWords } from "../features/requests/curl/shell-command.js";
import { routes } from "../libraries/comfyui-server/routes/table.js";
import { readWorkspaces } from "../tools/workspaces.js";

const page = readFileSync(join(import.meta.dirname, "../docs/embedded-server.md"), "utf8");
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, code = ""]) => code);
const commands = blocks("sh").flatMap((block) => block.trim().split("\n"));

/** The rows of a section's table, with trimmed cells, without the header. */
function rowsOf(section: string): readonly (readonly string[])[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("installing", () => {
  const lines = commands.filter((line) => line.startsWith("npm install"));
  const workspaces = readWorkspaces(join(import.meta.dirname, ".."));
  /** The workspaces whose built folders a line names; `*` stands for all in a folder. */
  const namedBy = (line: string) =>
    workspaces.filter(({ folder }) =>
      line
        .split(" ")
        .some((word) =>
          [folder, posix.join(dirname(folder), "*")].some((name) => word === `$PICTOR/dist/${name}`),
        ),
    );

  it("npm copies the packages, now and later", () => {
    expect(commands[commands.indexOf(lines[0] ?? "") - 1]).toBe("echo install-links=true >> .npmrc");
  });

  it("each line names every package of this repository that is needed: none is on a registry", () => {
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const given = namedBy(line).map(({ manifest }) => manifest.name);
      const needed = namedBy(line).flatMap(({ manifest: { dependencies, peerDependencies } }) =>
        Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name.startsWith("@pictor/")),
      );
      expect(needed.filter((name) => !given.includes(name))).toEqual([]);
      expect(given).toContain("@pictor/backend-embedded");
    }
    expect(namedBy(lines[1] ?? "")).toEqual(workspaces);
  });
});

describe("examples", () => {
  it("the test in ten lines passes", async () => {
    const [code = ""] = blocks("js");
    const imports = code.split("\n").filter((line) => line.startsWith("import"));
    expect(imports).toEqual([
      'import { expect, it } from "vitest";',
      'import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";',
    ]);
    const tests: (() => Promise<void>)[] = [];
    const body = code.replace(/^import.*$/gm, "");
    const names = ["it", "expect", "exampleGraph", "startEmbeddedServer"];
    const module = `export default (${names.join(", ")}) => {${body}}`;
    const made = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
      default: (...given: unknown[]) => void;
    };
    made.default(
      (_title: string, test: () => Promise<void>) => tests.push(test),
      expect,
      exampleGraph,
      startEmbeddedServer,
    );
    expect(tests).toHaveLength(1);
    await tests[0]?.();
  });

  it("the configuration is valid", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pictor-embedded-page-"));
    const file = join(folder, "pictor.json");
    writeFileSync(file, blocks("json")[0] ?? "");
    expect((await loadConfiguration({ file })).values.backends).toHaveProperty("play");
  });

  it("the curl commands get what they say", async () => {
    const server = await startEmbeddedServer({ control: true });
    const statuses: string[] = [];
    for (const command of commands.filter((line) => line.startsWith("curl "))) {
      const here = command.replace("http://127.0.0.1:8188/", server.url);
      const streams = fakeStreams();
      await run(["request", "--curl", here, "--include"], streams);
      statuses.push(/^HTTP\S* (\d+)/.exec(streams.written.out)?.[1] ?? streams.written.err);
      if (command.includes("-X PUT")) expect(server.faults.list()).toHaveLength(1);
    }
    expect(statuses).toEqual(["200", "200", "204", "200", "200", "400", "200"]);
    expect(server.faults.list()).toEqual([]);
    await server.close();
  });

  it("the launch lines name options that there are", async () => {
    const streams = fakeStreams();
    await run(["backend", "serve", "--help"], streams);
    const lines = [...commands, ...[...page.matchAll(/`(pictor [^`]+)`/g)].map(([, line = ""]) => line)];
    const launches = lines.filter((line) => line.includes("backend serve"));
    expect(launches.length).toBeGreaterThan(1);
    const options = launches.flatMap((line) => shellWords(line, {}).filter((word) => word.startsWith("--")));
    expect(options.filter((option) => !streams.written.out.includes(option))).toEqual([]);
  });
});

describe("tables", () => {
  it("faults: every kind with its members, what it does and its strikes", () => {
    const forms = Object.entries(faultDescriptions).map(([kind, { members, effect, countedEvent }]) => [
      `\`${kind}\``,
      Object.keys(members)
        .map((name) => `\`${name}\``)
        .join(", "),
      effect,
      countedEvent,
    ]);
    expect(rowsOf("Faults")).toEqual(forms);
  });

  it("launch arguments: those of the help, all of them", async () => {
    const streams = fakeStreams();
    await run(["backend", "serve", "--help"], streams);
    const [, options = ""] = /Options:\n([^]*?)\nGlobal Options:/.exec(streams.written.out) ?? [];
    const offered = [...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name = ""]) => name);
    const listed = rowsOf("Launch arguments").map(([argument = ""]) => /--[\w-]+/.exec(argument)?.[0] ?? "");
    expect(listed.sort()).toEqual(offered.filter((name) => name !== "--help").sort());
  });

  it("routes: every one that there is, and no other", () => {
    const listed = rowsOf("Routes").flatMap(([cell = ""]) =>
      [...cell.matchAll(/`([A-Z]+) ([^`?]+)(?:\?[^`]*)?`/g)].map(([, method = "", path = ""]) => ({
        method,
        path,
      })),
    );
    const own = listed.filter(({ path }) => path !== "/pictor/faults");
    const isMeant = ({ method, path }: (typeof own)[number], route: (typeof routes)[number]): boolean =>
      route.method === method && route.path.test(path.replace("{n}", "0").replace(/[{}]/g, ""));
    expect(own.filter((line) => !routes.some((route) => isMeant(line, route)))).toEqual([]);
    const missing = routes.filter((route) => !own.some((line) => isMeant(line, route)));
    expect(missing.map(({ method, path }) => `${method} ${path.source}`)).toEqual([]);
  });
});
