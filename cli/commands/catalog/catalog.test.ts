// `pictor catalog`: the lists, pages and types that it prints, and what it refuses.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Catalog, NodeClass } from "@pictor/kernel";
import { beforeEach, describe, expect, it } from "vitest";
import { info, runWithServer } from "../../testing/fake-server.js";
import { runCatalogList } from "./list-classes.js";
import { ending } from "../../testing/ending.js";
import { runCatalogShow } from "./show-class.js";
import { runCatalogTypes } from "./write-types.js";

const node = (name: string, inputs: NodeClass["inputs"], outputs: readonly string[], isOutput = false) =>
  [name, { name, inputs, outputs, isOutput }] as const;
const catalog: Catalog = new Map([
  node(
    "LoadModel",
    [{ name: "ckpt_name", required: true, type: "COMBO", options: ["a.ckpt"] }],
    ["MODEL", "VAE"],
  ),
  node(
    "Draw",
    [
      { name: "model", required: true, type: "MODEL" },
      { name: "seed", required: true, type: "INT", min: 0, max: 18446744073709551615n, default: 0 },
      { name: "note", required: false, type: "STRING" },
      { name: "image", required: false, type: "COMBO", options: ["a.png"], lenient: true },
    ],
    ["IMAGE"],
  ),
  node("Save", [{ name: "images", required: true, type: "IMAGE" }], [], true),
]);
const server = { catalog };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-catalog-"))));

describe("list", () => {
  it.each([
    ["all classes, sorted by name", undefined, "Draw       IMAGE\nLoadModel  MODEL, VAE\nSave\n", "3 of 3"],
    ["a part of a name, ignoring case", "model", "LoadModel  MODEL, VAE\n", "1 of 3"],
    ["an output type", "VAE", "LoadModel  MODEL, VAE\n", "1 of 3"],
    ["no match, with the nearest name", "Drow", "", "0 of 3 node classes on Studio. Did you mean Draw?"],
  ])("%s", async (_case, search, out, note) => {
    const ran = await runWithServer(server, (host) =>
      runCatalogList(host, search === undefined ? {} : { search }),
    );
    expect(ran).toMatchObject({ code: 0, out });
    expect(ran.err).toContain(note);
  });
  it("prints names with --json", async () => {
    const ran = await runWithServer(server, (host) => runCatalogList(host, {}), { json: true });
    const classes = ["Draw", "LoadModel", "Save"];
    expect(ran.record()).toEqual({ type: "result", status: "finished", exitCode: 0, backend: info, classes });
  });
});

describe("show", () => {
  it("shows the inputs, their allowed values, and the outputs", async () => {
    const { out } = await runWithServer(server, (host) => runCatalogShow(host, "Draw", {}));
    expect(out).toBe(`Draw
inputs
  model  MODEL
  seed   INT               default 0  0..18446744073709551615
  note   STRING  optional
  image  COMBO   optional             a.png, ...
outputs
  0  IMAGE
`);
  });
  it("marks an output node", async () => {
    const { out } = await runWithServer(server, (host) => runCatalogShow(host, "Save", {}));
    expect(out).toMatch(/^Save \(its files are a result\)\n[^]*no outputs\n$/);
  });
  it("prints the class with --json, with long numbers as strings", async () => {
    const ran = await runWithServer(server, (host) => runCatalogShow(host, "Draw", {}), { json: true });
    expect(ran.record()).toMatchObject({
      nodeClass: { name: "Draw", inputs: [{}, { max: "18446744073709551615" }, {}, {}], outputs: ["IMAGE"] },
    });
  });
});

describe("types", () => {
  const types = (options: Parameters<typeof runCatalogTypes>[1], json?: true) =>
    runWithServer(server, (host) => runCatalogTypes(host, options), json ? { json } : {});

  it("are printed to stdout", async () => {
    const { out } = await types({ class: ["Save"], name: "Own" });
    expect(out)
      .toBe(`// Node classes of a backend of version 1, made by \`pictor catalog types\`; do not edit.

import type { TypedLink } from "@pictor/kernel/plugin";

export type Own = {
  Save: {
    inputs: {
      images: TypedLink<"IMAGE">;
    };
    outputs: [];
  };
};
`);
    expect((await types({})).out).toContain("export type Nodes = {\n  LoadModel: {");
  });
  it("are written to a file, which may be replaced", async () => {
    const out = join(folder, "nodes.ts");
    expect(await types({ out })).toMatchObject({ code: 0, out: `${out}\n` });
    const first = readFileSync(out, "utf8");
    expect((await types({ out, class: ["Save"] })).code).toBe(0);
    expect(readFileSync(out, "utf8").length).toBeLessThan(first.length);
    expect((await types({ out }, true)).record()).toMatchObject({ status: "finished", path: out });
  });
  it("never replace a file that is not generated", async () => {
    const out = join(folder, "own.ts");
    writeFileSync(out, "export const mine = 1;\n");
    expect(await types({ out })).toMatchObject(ending(2, "exists already"));
    expect(readFileSync(out, "utf8")).toBe("export const mine = 1;\n");
  });
  it.each([
    [{ name: "no type" }, 'error: "no type" cannot be the name of a type.'],
    [{ class: ["Save", "Sav"] }, 'no node class "Sav".'],
    [{ out: "/nowhere/at/all.ts" }, `There is no folder ${resolve("/nowhere/at")}.`],
  ])("are refused for %j", async (options, said) => {
    expect(await types(options)).toMatchObject(ending(2, said));
  });
});

describe("a backend with members", () => {
  const loader: NodeClass = {
    name: "LoadModel",
    outputs: ["MODEL"],
    isOutput: false,
    members: ["gpu-1", "gpu-2"],
    inputs: [
      {
        name: "ckpt_name",
        required: true,
        type: "COMBO",
        options: ["base.safetensors", "fox.safetensors"],
        optionMembers: { "fox.safetensors": ["gpu-2"] },
      },
    ],
  };
  const farm = { catalog: new Map([["LoadModel", loader]]) };

  it("the list names the members of each class", async () => {
    const { out } = await runWithServer(farm, (host) => runCatalogList(host, {}));
    expect(out).toBe("LoadModel  gpu-1, gpu-2  MODEL\n");
  });

  it("the page of a class names its members, and those of a file that not all of them have", async () => {
    const { out } = await runWithServer(farm, (host) => runCatalogShow(host, "LoadModel", {}));
    expect(out).toContain("on gpu-1, gpu-2\n");
    expect(out).toContain("base.safetensors, fox.safetensors (gpu-2)");
  });
});
