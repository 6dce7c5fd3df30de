// Files that the record of an image names, at any depth.

import type { SettingsSchema } from "@pictor/host";
import { describe, expect, it } from "vitest";
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
    const { title } = namedFilesQuestion(filesOfRecord(named, named, schemas, "kite.png"));
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
