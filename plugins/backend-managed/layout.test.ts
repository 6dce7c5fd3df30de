// Tests of the folder of an instance.

import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { posixPath } from "@pictor/host/testing";
import { folderNameOf, layoutOf } from "./layout.js";
import type { ManagedSettings } from "./settings.gen.js";

const source = { dataFolder: "/data", workingDirectory: "/project", platform: "linux" } as const;
const rootOf = (name: string): string => posixPath(layoutOf({ python: "" }, { ...source, name }).root);

describe("of a ComfyUI that somebody else installed", () => {
  const of = (
    platform: NodeJS.Platform,
    files: readonly string[],
    settings: { python?: string; arguments?: string } = {},
    links: readonly string[] = [],
  ) =>
    layoutOf(
      {
        python: settings.python ?? "",
        comfyDirectory: "/apps/ComfyUI",
        launch: { arguments: settings.arguments ?? "" },
      } as unknown as ManagedSettings,
      {
        ...source,
        name: "a",
        platform,
        checks: {
          exists: (path) => files.includes(posixPath(path)),
          isLink: (path) => links.includes(posixPath(path)),
        },
      },
    );
  const desktop = { arguments: "--base-directory /docs/ComfyUI" };

  it.each<[string, NodeJS.Platform, string[], { python?: string; arguments?: string }, string]>([
    ["the portable one", "win32", ["/apps/python_embeded/python.exe"], {}, "/apps/python_embeded/python.exe"],
    [
      "a virtual environment",
      "linux",
      ["/apps/ComfyUI/venv/bin/python"],
      {},
      "/apps/ComfyUI/venv/bin/python",
    ],
    [
      "Desktop",
      "win32",
      ["/docs/ComfyUI/.venv/Scripts/python.exe"],
      desktop,
      "/docs/ComfyUI/.venv/Scripts/python.exe",
    ],
    [
      "Desktop on macOS",
      "darwin",
      ["/docs/ComfyUI/.venv/bin/python"],
      desktop,
      "/docs/ComfyUI/.venv/bin/python",
    ],
    ["the setting", "linux", ["/apps/ComfyUI/venv/bin/python"], { python: "/own/python" }, "/own/python"],
    ["the launcher of Windows", "win32", [], {}, "py"],
    ["that of the system", "linux", [], {}, "python3"],
  ])("the Python is that of %s", (_name, platform, files, settings, python) => {
    expect(posixPath(of(platform, files, settings).python)).toBe(python);
  });

  it("a link to a Python that is gone is chosen only without another Python", () => {
    const [broken, other] = ["/apps/ComfyUI/venv/bin/python", "/apps/ComfyUI/.venv/bin/python"];
    const python = (files: readonly string[]) => posixPath(of("linux", files, {}, [broken]).python);
    expect([python([other]), python([])]).toEqual([other, broken]);
  });

  it("the extensions are in the base directory of the launch arguments", () => {
    expect(posixPath(of("linux", []).customNodes)).toBe("/apps/ComfyUI/custom_nodes");
    expect(posixPath(of("linux", [], desktop).customNodes)).toBe("/docs/ComfyUI/custom_nodes");
  });
});

describe("the folder of an instance", () => {
  it.each(["studio", "Studio 2", "my.studio", "größe", "工作室", "a", "a-"])("has its name: %s", (name) => {
    expect(rootOf(name)).toBe(`/data/backends/${name}`);
  });

  it.each([
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "/etc",
    "a\0b",
    "a\nb",
    "CON",
    "nul.x",
    "x.",
    "x ",
    "x".repeat(300),
  ])("lies in the data folder also for the name %j", (name) => {
    const root = rootOf(name);
    expect(dirname(root)).toBe("/data/backends");
    expect(folderNameOf(name, "linux")).toMatch(/^[\p{L}\p{N}_-]*[0-9a-f]{10}$/u);
  });

  it.each(["win32", "darwin"] as const)(
    "is different for names that differ in case only, on %s",
    (platform) => {
      const folders = ["studio", "Studio", "STUDIO", "größe", "Größe"].map((name) =>
        folderNameOf(name, platform),
      );
      expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(5);
      expect(folders[0]).toBe("studio");
    },
  );

  it("is different for each name", () => {
    const names = ["a/b", "a\\b", "a b/", "a-b", "", ".", ".."];
    expect(new Set(names.map((name) => folderNameOf(name, "linux"))).size).toBe(names.length);
  });
});
