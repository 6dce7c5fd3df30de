// Files that the record of an image names, at any depth.

import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import type { SettingsSchema } from "@pictor/kernel";
import { beforeAll, describe, expect, it } from "vitest";
import { filesOfRecord, findNamedFiles, namedFilesQuestion, withOtherPaths } from "./named-files.js";

const path = { type: "string", format: "path" } as const;
const params: SettingsSchema = {
  type: "object",
  properties: { image: path, images: { type: "array", items: path }, prompt: { type: "string" } },
};
const regions: SettingsSchema = {
  type: "object",
  properties: { regions: { type: "array", items: { type: "object", properties: { mask: path } } } },
};
const schemas = { params, feature: (id: string) => (id === "regional-prompt" ? regions : undefined) };
const named = {
  params: { image: "/home/anna/key", images: ["a.png"], prompt: "/etc/passwd" },
  features: [{ id: "regional-prompt", settings: { regions: [{ mask: "m.png" }] } }, { id: "other" }],
};

describe("files", () => {
  it("are found at any depth, and only in path settings", () => {
    expect(findNamedFiles(named, schemas)).toEqual([
      { setting: "image", path: "/home/anna/key" },
      { setting: "images.0", path: "a.png" },
      { setting: "regional-prompt.regions.0.mask", path: "m.png" },
    ]);
  });

  it("named only by the image are asked about, each with its setting", () => {
    const { title } = namedFilesQuestion(filesOfRecord(named, named, schemas, "kite.png"), "image");
    expect(title).toContain("image=/home/anna/key, images.0=a.png, regional-prompt.regions.0.mask=m.png");
  });

  it.each([
    ["named by the user instead", { params: { image: "mine.png" } }, { params: { image: "/home/anna/key" } }],
    ["equal to the image itself", { params: { image: "kite.png" } }, { params: { image: "kite.png" } }],
    ["absent from the request", { params: { prompt: "a" } }, { params: { prompt: "a" } }],
  ])("%s are not", (_situation, request, before) => {
    expect(filesOfRecord(request, before, schemas, "kite.png")).toEqual([]);
  });

  it("get other paths at any depth, and only in path settings", () => {
    const places = new Map([
      ["/home/anna/key", "/here/key"],
      ["m.png", "/here/m.png"],
      ["/etc/passwd", "/here/passwd"],
    ]);
    expect(withOtherPaths(named, schemas, places)).toEqual({
      params: { image: "/here/key", images: ["a.png"], prompt: "/etc/passwd" },
      features: [
        { id: "regional-prompt", settings: { regions: [{ mask: "/here/m.png" }] } },
        { id: "other" },
      ],
    });
  });
});

describe("files among the values of a graph's inputs", () => {
  let folder: string;
  beforeAll(() => {
    folder = createTestFolder({ key: "private" });
  });
  const custom: SettingsSchema = {
    type: "object",
    properties: { graph: path, bindings: { type: "object", properties: {}, "x-bindings": true } },
  };
  const ofGraph = { params: custom, feature: () => undefined };
  const request = (value: string) => ({
    params: { graph: join(folder, "made.png"), bindings: { "1.image": value, "6.text": "a cat" } },
  });

  it("are found if they exist, with a path and beside the graph", () => {
    for (const value of [join(folder, "key"), "key", "./key"]) {
      const files = filesOfRecord(request(value), request(value), ofGraph, join(folder, "made.png"));
      expect(files).toEqual([{ setting: "1.image", path: value }]);
    }
  });

  it.each(["", ".", "no such file", "a\0b", "x".repeat(5000)])("do not include %j", (value) => {
    const files = filesOfRecord(request(value), request(value), ofGraph, join(folder, "made.png"));
    expect(files).toEqual([]);
  });

  it("are not looked for on a share of the network, but asked about", () => {
    const share = "//host.example/share/key";
    const files = filesOfRecord(request(share), request(share), ofGraph, join(folder, "made.png"));
    expect(files).toEqual([{ setting: "1.image", path: share }]);
  });

  it("are not looked for beside a file that another value names", () => {
    const beside = {
      params: { graph: "elsewhere/made.png", bindings: { "1.image": join(folder, "key"), "6.text": "key" } },
    };
    expect(filesOfRecord(beside, beside, ofGraph, "elsewhere/made.png")).toEqual([
      { setting: "1.image", path: join(folder, "key") },
    ]);
  });

  it("are found in the folder of a graph that the user names", () => {
    const recorded = { params: { graph: "made.png", bindings: { "1.image": "key" } } };
    const asked = filesOfRecord(request("key"), recorded, ofGraph, "made.png");
    expect(asked).toEqual([{ setting: "1.image", path: "key" }]);
  });

  it("get other paths", () => {
    const { params } = withOtherPaths(request("cat.png"), ofGraph, new Map([["cat.png", "/here/cat.png"]]));
    expect(params.bindings).toEqual({ "1.image": "/here/cat.png", "6.text": "a cat" });
  });
});
