// The settings of an instance from `--set`.

import { join, resolve } from "node:path";
import { homeFolder, type SettingsSchema } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { instanceSettings } from "./instance-settings.js";

const schema: SettingsSchema = {
  type: "object",
  properties: {
    directory: { type: "string", format: "path" },
    python: { type: "string", format: "command" },
    launch: { type: "object", properties: { port: { type: "integer" }, arguments: { type: "string" } } },
    models: { type: "object", properties: { directory: { type: "string", format: "path" } } },
    folders: { type: "array", items: { type: "string" } },
    numbers: { type: "array", items: { type: "integer" } },
    lists: { type: "array", items: { type: "string", format: "path" } },
  },
};
const place = { kind: "managed", folder: "/home/me/project" };

describe("settings", () => {
  it.each([
    [["launch.port=8190"], { launch: { port: 8190 } }],
    [["launch.arguments=--fast --lowvram"], { launch: { arguments: "--fast --lowvram" } }],
    [["directory=studio"], { directory: resolve("/home/me/project/studio") }],
    [["directory=/data/studio"], { directory: resolve("/data/studio") }],
    [["directory=~/studio"], { directory: join(homeFolder(), "studio") }],
    [["directory="], { directory: "" }],
    [["python=python3.12"], { python: "python3.12" }],
    [["python=./venv/bin/python"], { python: resolve("/home/me/project/venv/bin/python") }],
    [["python=~/venv/bin/python"], { python: join(homeFolder(), "venv/bin/python") }],
    [["models.directory=../models"], { models: { directory: resolve("/home/me/models") } }],
    [["folders=loras=/data/lora"], { folders: ["loras=/data/lora"] }],
    [['folders=["loras=/a", "vae=/b"]'], { folders: ["loras=/a", "vae=/b"] }],
    [["lists=a"], { lists: [resolve("/home/me/project/a")] }],
    [['lists=["a", "/b"]'], { lists: [resolve("/home/me/project/a"), resolve("/b")] }],
  ])("%j", (given, expected) => {
    expect(instanceSettings(schema, {}, given, place)).toEqual(expected);
  });

  it.each(["numbers=1", "folders=", 'folders=["a"'])("refuses %s: not a list", (given) => {
    expect(() => instanceSettings(schema, {}, [given], place)).toThrow("expected a JSON list");
  });

  it("keep the other settings, even inside groups", () => {
    const before = { kind: "managed", directory: "beside-the-file", launch: { arguments: "--fast" } };
    expect(instanceSettings(schema, before, ["launch.port=1"], place)).toEqual({
      ...before,
      launch: { arguments: "--fast", port: 1 },
    });
  });
});
