// Tests of the backup of the environment.

import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  existsSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/local-machine.js";
import { backUp, dropBackup, restoreBackup } from "./environment-backup.js";

const library = "lib/python3.12/site-packages";

function environment(): { readonly venv: string; readonly root: string } {
  const root = temporaryFolder();
  const venv = join(root, "venv");
  const files = {
    "pyvenv.cfg": "home = /usr/bin\n",
    "bin/pip": "#!pip\n",
    [`${library}/a.py`]: "old\n",
    [`${library}/easy.pth`]: "./a\n",
    [`${library}/empty/x.so`]: "binary",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(venv, path)), { recursive: true });
    writeFileSync(join(venv, path), text, path === "bin/pip" ? { mode: 0o755 } : {});
  }
  symlinkSync("/usr/bin/python3", join(venv, "bin/python"));
  symlinkSync("lib", join(venv, "lib64"));
  return { venv, root };
}
/** Replaces a file as an installer does, without writing into it. */
function replace(path: string, text: string): void {
  rmSync(path);
  writeFileSync(path, text);
}
const text = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

it("restores replaced, edited, added and removed files", async () => {
  const { venv, root } = environment();
  await backUp(venv);
  replace(join(venv, library, "a.py"), "new\n");
  writeFileSync(join(venv, library, "easy.pth"), "./b\n", { flag: "a" });
  writeFileSync(join(venv, library, "b.py"), "added\n");
  rmSync(join(venv, library, "empty"), { recursive: true });
  await restoreBackup(venv);
  expect(text(venv, library, "a.py")).toBe("old\n");
  expect(text(venv, library, "easy.pth")).toBe("./a\n");
  expect(text(venv, library, "empty/x.so")).toBe("binary");
  expect(existsSync(join(venv, library, "b.py"))).toBe(false);
  expect(readlinkSync(join(venv, "bin/python"))).toBe("/usr/bin/python3");
  expect(readlinkSync(join(venv, "lib64"))).toBe("lib");
  expect(lstatSync(join(venv, "bin/pip")).mode & 0o111).not.toBe(0);
  expect(readdirSync(root)).toEqual(["venv"]);
});

it("can be restored again after an interruption", async () => {
  const { venv, root } = environment();
  await backUp(venv);
  rmSync(venv, { recursive: true });
  await restoreBackup(venv);
  await restoreBackup(venv);
  expect(text(venv, "pyvenv.cfg")).toBe("home = /usr/bin\n");
  await dropBackup(venv);
  expect(readdirSync(root)).toEqual(["venv"]);
});

it("that is incomplete is never restored", async () => {
  const { venv, root } = environment();
  const controller = new AbortController();
  controller.abort("enough");
  await expect(backUp(venv, controller.signal)).rejects.toBe("enough");
  mkdirSync(`${venv}.backup-part`, { recursive: true });
  await restoreBackup(venv);
  expect(text(venv, library, "a.py")).toBe("old\n");
  await dropBackup(venv);
  expect(readdirSync(root)).toEqual(["venv"]);
});
