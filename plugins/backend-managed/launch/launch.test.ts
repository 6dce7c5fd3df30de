// Tests of launch arguments, and of the address and folders that they determine.

import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { posixPath } from "@pictor/host/testing";
import { groupDefaults } from "../settings.js";
import { addressOf } from "./server-address.js";
import { argumentsOf } from "./server-arguments.js";
import { directoriesOf } from "../arguments/server-directories.js";
import { serverEnvironment } from "./server-environment.js";
import { flagsOfHelp } from "./known-flags.js";
import { findOption, parseOptions } from "../arguments/parse-options.js";
import { splitArguments } from "../arguments/split-arguments.js";

describe("typed arguments are split as by a shell, without expansion", () => {
  it.each([
    ["", []],
    ["  --a   b\t--c\n", ["--a", "b", "--c"]],
    [`--dir "/a b/c" 'd e'`, ["--dir", "/a b/c", "d e"]],
    [`a"b c"d`, ["ab cd"]],
    [`"" ''`, ["", ""]],
    ["$HOME `id` $(id) * ~", ["$HOME", "`id`", "$(id)", "*", "~"]],
    ['a\\ b \\"c', ["a b", '"c']],
    [`"a\\"b" "a\\nb" 'a\\b'`, ['a"b', "a\\nb", "a\\b"]],
    ["--a \\\n --b", ["--a", "--b"]],
    ["a;b&&c|d #e", ["a;b&&c|d", "#e"]],
  ])("%j", (text, words) => {
    expect(splitArguments(text, "linux")).toEqual({ kind: "split", words });
  });

  it.each([
    ["--dir C:\\models\\new", ["--dir", "C:\\models\\new"]],
    ['"C:\\Program Files\\x" a', ["C:\\Program Files\\x", "a"]],
    ['"say \\"hi\\""', ['say "hi"']],
    ["C:\\", ["C:\\"]],
  ])("on Windows a backslash is itself: %j", (text, words) => {
    expect(splitArguments(text, "win32")).toEqual({ kind: "split", words });
  });

  it.each([
    [`--a "b`, 'a quotation mark " is not closed'],
    ["--a 'b", "a quotation mark ' is not closed"],
    ["a\\", "a backslash at the end escapes nothing"],
  ])("what is left open is told: %j", (text, reason) => {
    expect(splitArguments(text, "linux")).toEqual({ kind: "open", reason });
  });
});

describe("options", () => {
  it("may have several values, or one after an equals sign", () => {
    expect(parseOptions(["x", "--a", "1", "2", "--b=3=4", "-c"])).toEqual([
      { flag: "--a", values: ["1", "2"] },
      { flag: "--b", values: ["3=4"] },
      { flag: "-c", values: [] },
    ]);
  });

  it("may be abbreviated if one known option matches", () => {
    const known = new Set(["--port", "--preview-method", "--preview-size"]);
    expect(findOption(["--po", "1"], "--port", known)).toEqual({ value: "1" });
    expect(findOption(["--preview", "1"], "--preview-size", known)).toBe(undefined);
    expect(findOption(["--po", "1"], "--port")).toBe(undefined);
  });

  it("take negative numbers as values", () => {
    expect(findOption(["--reserve-vram", "-1"], "--reserve-vram")).toEqual({ value: "-1" });
  });
});

describe("the address of arguments", () => {
  it.each([
    [[], "http://127.0.0.1:8188", ["127.0.0.1"]],
    [["--listen"], "http://127.0.0.1:8188", ["0.0.0.0", "::"]],
    [["--listen", "--port", "1"], "http://127.0.0.1:1", ["0.0.0.0", "::"]],
    [["--listen", "0.0.0.0"], "http://127.0.0.1:8188", ["0.0.0.0"]],
    [["--listen", "::"], "http://[::1]:8188", ["::"]],
    [["--listen", "192.168.1.5,127.0.0.1"], "http://192.168.1.5:8188", ["192.168.1.5", "127.0.0.1"]],
    [["--listen", "0.0.0.0, ::"], "http://127.0.0.1:8188", ["0.0.0.0", "::"]],
    [["--listen=fe80::1"], "http://[fe80::1]:8188", ["fe80::1"]],
    [["--listen", "[::1]"], "http://[::1]:8188", ["::1"]],
    [["--listen="], "http://127.0.0.1:8188", ["0.0.0.0"]],
    [["--listen", "localhost"], "http://127.0.0.1:8188", ["localhost"]],
    [["--listen", "gpu.example"], "http://gpu.example:8188", ["gpu.example"]],
    [["--port=81", "--port", "82"], "http://127.0.0.1:82", ["127.0.0.1"]],
    [["--port", "82", "--port=81"], "http://127.0.0.1:81", ["127.0.0.1"]],
    [["--listen", "127.0.0.2", "--listen"], "http://127.0.0.1:8188", ["0.0.0.0", "::"]],
    [["--tls-keyfile", "k", "--tls-certfile", "c"], "https://127.0.0.1:8188", ["127.0.0.1"]],
    [["--tls-keyfile=k", "--tls-certfile=c", "--port=443"], "https://127.0.0.1:443", ["127.0.0.1"]],
    [["--tls-keyfile", "k"], "http://127.0.0.1:8188", ["127.0.0.1"]],
  ] as const)("%j is %s", (argv, url, hosts) => {
    const reading = addressOf(argv);
    expect(reading).toMatchObject({ kind: "address", address: { url, hosts } });
  });

  it.each([
    [["--port", "eight"], "--port eight is not a number from 0 to 65535"],
    [["--port", "65536"], "--port 65536 is not a number from 0 to 65535"],
    [["--port", "-1"], "--port -1 is not a number from 0 to 65535"],
    [["--port"], "--port has no value"],
    [["--listen", "a/b"], "--listen a/b is not an address"],
    [["--listen", "me@host"], "--listen me@host is not an address"],
  ])("%j is told: %s", (argv, reason) => {
    expect(addressOf(argv)).toMatchObject({ kind: "unreadable", reason: expect.stringContaining(reason) });
  });
});

const every = new Set(
  "--listen --port --disable-auto-launch --cpu --directml --gpu-only --highvram --lowvram --novram --reserve-vram --preview-method --use-split-cross-attention --use-sage-attention --force-fp16 --bf16-vae --enable-manager".split(
    " ",
  ),
);
type Source = Parameters<typeof argumentsOf>[0];
const made = (
  launch: Partial<Source["launch"]> = {},
  more: Partial<Omit<Source, "launch">> = {},
): ReturnType<typeof argumentsOf> =>
  argumentsOf({
    launch: { ...groupDefaults.launch, ...launch },
    typed: [],
    torchDevice: undefined,
    known: every,
    ...more,
  });
const usual = ["--port", "8188", "--disable-auto-launch"];
const behind = ["--preview-method", "auto", "--enable-manager"];

describe("the arguments of settings", () => {
  it("contain the port, previews, the Manager, and disable the browser", () => {
    expect(made()).toEqual({ argv: [...usual, ...behind], notes: [] });
  });

  it.each([
    [
      { host: "0.0.0.0", port: 9 },
      ["--listen", "0.0.0.0", "--port", "9", "--disable-auto-launch", ...behind],
    ],
    [{ vram: "low", reserveVramGB: 0.9 }, [...usual, "--lowvram", "--reserve-vram", "0.9", ...behind]],
    [{ vram: "gpu-only" }, [...usual, "--gpu-only", ...behind]],
    [{ device: "cpu" }, [...usual, "--cpu", ...behind]],
    [
      { attention: "split", precision: "fp16", vaePrecision: "bf16" },
      [
        ...usual,
        "--preview-method",
        "auto",
        "--use-split-cross-attention",
        "--force-fp16",
        "--bf16-vae",
        "--enable-manager",
      ],
    ],
    [{ attention: "sage", manager: false }, [...usual, "--preview-method", "auto", "--use-sage-attention"]],
  ] as const)("%j", (launch, argv) => {
    expect(made(launch).argv).toEqual(argv);
  });

  it("select the CPU if torch was installed for it, and DirectML likewise", () => {
    expect(made({}, { torchDevice: "cpu" }).argv).toContain("--cpu");
    expect(made({}, { torchDevice: "directml" }).argv).toContain("--directml");
    expect(made({}, { torchDevice: "nvidia" }).argv).not.toContain("--cpu");
  });

  it("name the file of model folders that ComfyUI does not read by itself", () => {
    const known = new Set([...every, "--extra-model-paths-config"]);
    expect(made({}, { known, modelPaths: "/data/own paths.yaml" }).argv).toEqual([
      ...usual,
      "--preview-method",
      "auto",
      "--extra-model-paths-config",
      "/data/own paths.yaml",
      "--enable-manager",
    ]);
  });

  it("omit flags that the version does not know, with a note", () => {
    const known = new Set(["--port", "--preview-method"]);
    expect(made({}, { known })).toEqual({
      argv: ["--port", "8188", "--preview-method", "auto"],
      notes: ["--enable-manager was omitted: this version does not know it"],
    });
  });

  it("omit the Manager if the flags of the version are unknown", () => {
    expect(made({}, { known: undefined }).argv).toEqual([...usual, "--preview-method", "auto"]);
  });

  it("end with the typed arguments, which have precedence", () => {
    const typed = ["--port", "9", "--novram"];
    expect(made({ vram: "high" }, { typed }).argv).toEqual([...usual, ...behind, ...typed]);
    expect(
      made({}, { typed: ["--cpu"], torchDevice: "cpu" }).argv.filter((word) => word === "--cpu"),
    ).toHaveLength(1);
  });

  it("note that memory settings have no effect on the CPU", () => {
    expect(made({ vram: "low", device: "cpu" })).toMatchObject({
      notes: [expect.stringContaining("launch.vram")],
    });
  });
});

describe("the flags of a version", () => {
  it("are read from the usage of its help, not from the descriptions", () => {
    const help = [
      "usage: main.py [-h] [--listen [IP]] [--port PORT]",
      "               [--cpu | --gpu-only] [--enable-cors-header [ORIGIN]]",
      "",
      "options:",
      "  --listen [IP]  use it with --no-such-option",
    ].join("\r\n");
    expect([...flagsOfHelp(help)]).toEqual([
      "--listen",
      "--port",
      "--cpu",
      "--gpu-only",
      "--enable-cors-header",
    ]);
  });
  it("of any other text are none", () => {
    expect(flagsOfHelp("Traceback (most recent call last): --port").size).toBe(0);
  });
});

it.each([
  [[], "/c", {}],
  [["--base-directory", "/b"], "/b", {}],
  [
    [
      ...["--base-directory=/b", "--output-directory", "o", "--input-directory=/i"],
      ...["--temp-directory", "/t", "--models-directory", "/m"],
    ],
    "/b",
    { input: "/i", output: "/c/o", temp: "/t/temp", models: "/m" },
  ],
])("the folders with %j", (argv, base, others) => {
  const names = {
    input: "input",
    output: "output",
    temp: "temp",
    models: "models",
    customNodes: "custom_nodes",
  };
  const usual = Object.fromEntries(Object.entries(names).map(([name, last]) => [name, `${base}/${last}`]));
  const found = Object.entries(directoriesOf("/c", argv));
  expect(Object.fromEntries(found.map(([name, path]) => [name, posixPath(String(path))]))).toEqual({
    base,
    ...usual,
    ...others,
  });
});

it("the PATH begins with the venv, and variables of other installations are removed", () => {
  const layout = { venv: "/i/venv", python: "/i/venv/bin/python" } as never;
  const made = serverEnvironment({ layout, env: { PATH: "/usr/bin" }, platform: "linux" }, "/i/session");
  expect(made).toMatchObject({
    PATH: ["/i/venv/bin", "/usr/bin"].join(delimiter),
    VIRTUAL_ENV: "/i/venv",
    PYTHONIOENCODING: "utf-8",
    __COMFY_CLI_SESSION__: "/i/session",
  });
  expect(
    Object.entries(made)
      .filter(([, value]) => value === undefined)
      .map(([name]) => name),
  ).toEqual(expect.arrayContaining(["PYTHONHOME", "UV_BUILD_CONSTRAINT"]));
});

it.each<[NodeJS.Platform, Record<string, string>, string]>([
  ["linux", { Path: "/other", PATH: "/usr/bin" }, "PATH"],
  ["darwin", { PATH: "/usr/bin" }, "PATH"],
  ["win32", { Path: "/usr/bin" }, "Path"],
  ["win32", {}, "Path"],
])("on %s with %j, the venv comes first in %s", (platform, env, name) => {
  const layout = { venv: "/i/venv", python: "/i/venv/bin/python" } as never;
  const made = serverEnvironment({ layout, env, platform });
  expect(Object.keys(made).filter((each) => /^path$/i.test(each))).toEqual([name]);
  expect(made[name]).toBe(["/i/venv/bin", ...(env[name] === undefined ? [] : [env[name]])].join(delimiter));
});
