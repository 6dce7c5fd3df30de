// Tables, settings and plugin pages as text.

import type { ChainEntry, Manifest, PluginRecord, SettingsSchema } from "@pictor/kernel";
import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { chainTable, pluginPage } from "../commands/plugins/plugin-page.js";
import { kindOf, settingsTable } from "./settings-table.js";
import { table } from "./table.js";

it("ignores colour codes when it aligns columns", () => {
  const { red } = pc.createColors(true);
  expect(
    table([
      ["a", red("b"), "c"],
      ["aaa", "bbb", ""],
    ]),
  ).toBe(`a    ${red("b")}    c\naaa  bbb`);
});

describe("a table with a width", () => {
  const rows = [
    ["NAME", "MEANING"],
    ["steps", "How often the noise is taken away"],
    ["a", "/a/path/that/stays/whole/however/long/it/is.png and more"],
  ];
  it("wraps the last column", () => {
    expect(table(rows, "  ", 37)).toBe(
      [
        "  NAME   MEANING",
        "  steps  How often the noise is taken",
        "         away",
        "  a      /a/path/that/stays/whole/however/long/it/is.png",
        "         and more",
      ].join("\n"),
    );
  });
  it("prints the last column below the row if there is too little room", () => {
    expect(table([["a name of many words", "and what it means in some more words"]], "", 30)).toBe(
      ["a name of many words", "    and what it means in some", "    more words"].join("\n"),
    );
  });
  it("does not count colour codes, and keeps a short cell in its row", () => {
    const { red } = pc.createColors(true);
    expect(table([["x".repeat(20), red("ok")]], "", 24)).toBe(`${"x".repeat(20)}  ${red("ok")}`);
  });
  it("is not wrapped without a width", () => {
    expect(table(rows).split("\n")).toHaveLength(3);
  });
});

it.each([
  [{ type: "integer", minimum: 1, maximum: 9, "x-unit": "px" }, "integer 1..9 px"],
  [{ type: "number" }, "number"],
  [{ type: "number", minimum: 0 }, "number 0.."],
  [{ type: "boolean" }, "true | false"],
  [{ type: "string", "x-secret": true }, "secret"],
  [{ type: "string", enum: ["/api", ""] }, '/api | ""'],
  [{ type: "string", format: "uint64" }, "integer"],
  [{ type: "string", format: "multiline" }, "text"],
  [{ type: "string", format: "path" }, "path"],
  [{ type: "string", "x-optionsFrom": { class: "A", input: "b" } }, "one of the backend's"],
  [{ type: "array", items: { type: "string" } }, "list of text"],
  [{ type: "object", properties: {}, "x-bindings": true }, "NODE.INPUT=VALUE"],
] as const)("%j takes %s", (field, text) => {
  expect(kindOf(field)).toBe(text);
});

it.each([
  [{}, "the first one"],
  [{ prefer: ["svd"] }, "found by its name"],
])("a required choice of the backend that has %j has the default %s", (more, text) => {
  const field = { type: "string", "x-optionsFrom": { class: "A", input: "b", ...more } } as const;
  expect(settingsTable({ type: "object", required: ["a"], properties: { a: field } })).toContain(text);
});

const settings: SettingsSchema = {
  type: "object",
  required: ["name"],
  "x-order": ["size"],
  properties: {
    name: { type: "string", title: "Name" },
    size: { type: "integer", default: 4, description: "How big" },
    area: { type: "object", properties: { left: { type: "integer", default: 0 } } },
  },
};

describe("settings", () => {
  it("are listed in the schema's order, nested ones after their group", () => {
    expect(settingsTable(settings)).toBe(
      [
        "SETTING    TAKES    DEFAULT     MEANING",
        "size       integer  4           How big",
        "name       text     (required)  Name",
        "area       object",
        "area.left  integer  0",
      ].join("\n"),
    );
  });
  it("have long choices and defaults on separate lines", () => {
    const choice = { type: "string", enum: ["nearest-exact", "bilinear", "area"], title: "How" } as const;
    const address = {
      type: "string",
      default: "https://example.org/a/long/address",
      title: "Where",
    } as const;
    const text = settingsTable({ type: "object", properties: { choice, address } }, "", 80);
    expect(text.split("\n")).toEqual([
      "SETTING  TAKES   DEFAULT  MEANING",
      "choice   one of           How",
      "                          nearest-exact | bilinear | area",
      "address  text    (below)  Where",
      "                          default: https://example.org/a/long/address",
    ]);
  });
  it("are the word none for an empty schema", () => {
    expect(settingsTable({ type: "object", properties: {} }, "  ")).toBe("  none");
  });
});

describe("the page of a plugin", () => {
  const manifest: Manifest = {
    manifestVersion: 1,
    id: "auth-x",
    kind: "auth",
    version: "1.2.3",
    title: "X",
    description: "Adds x",
    apiVersion: "^1.0.0",
    main: "./index.js",
    contributes: {
      authSchemes: [
        {
          id: "x",
          title: "X",
          handler: "addX",
          band: "auth",
          challenge: false,
          maxChallenges: 1,
          issuesTokens: false,
          settings,
        },
      ],
    },
    permissions: [{ name: "network", reason: "It asks a server." }],
  };
  const entry: ChainEntry = {
    owner: "auth-x",
    handler: "addX",
    place: "auth",
    after: [],
    when: { authType: "x" },
    timeoutMs: 100,
  };
  const chain: readonly ChainEntry[] = [{ ...entry, owner: "auth-a" }, entry];
  const record: PluginRecord = {
    id: "auth-x",
    origin: "/plugins/auth-x",
    manifest,
    status: { state: "valid" },
  };
  const page = (changed: Partial<PluginRecord>) =>
    pluginPage({ ...record, ...changed }, () => chain, pc.createColors(false));

  it("shows the position of its taps", () => {
    expect(page({})).toContain("beforeSend  addX  auth, 2 of 2  when authType = x");
  });
  it("shows settings, permissions and needs", () => {
    expect(page({})).toMatch(/Contributes auth scheme x: X\n {2}SETTING/);
    expect(page({})).toContain("network  It asks a server.");
    expect(page({})).toContain("plugin API  ^1.0.0");
  });
  it("shows the reason of a failure", () => {
    expect(page({ status: { state: "failed", reason: "it is broken" } })).toContain("failed: it is broken");
  });
  it("shows a chain, or that it is empty", () => {
    expect(chainTable(chain).split("\n")[2]).toBe("2  auth   auth-x  addX     100 ms         authType = x");
    expect(chainTable([])).toBe("No plugin taps this hook.");
  });
});
