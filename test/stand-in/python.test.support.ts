// A Python whose `-m venv` copies an environment that the real one has made before: that takes a twentieth of the time.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment, python } from "./git.test.support.js";

/** A script of the shell: `$real` is the real Python, `$made` the environment to copy. */
const script = (real: string, made: string): string => `#!/bin/sh
for last; do :; done
case " $* " in
*" -m venv "*)
  # With the times of the files: Python compiles a module again whose time is not the one in its compiled form.
  cp -Rp "${made}" "$last" || exit 1
  # Programs of the environment, such as pip, name their Python by its path.
  for file in "$last/pyvenv.cfg" "$last"/bin/pip* "$last"/bin/activate*; do
    sed "s#${made}#$last#g" "$file" > "$file.new" && cat "$file.new" > "$file" && rm "$file.new"
  done ;;
# The program asks where it is, and later starts what was answered.
*" -c "*) "${real}" "$@" | sed "s#\\"executable\\": \\"${real}\\"#\\"executable\\": \\"$0\\"#" ;;
*) exec "${real}" "$@" ;;
esac
`;

/** Path of that Python. It is made once for all files of a worker. */
export const quickPython = (): string => (quick ??= make());
let quick: string | undefined;

function make(): string {
  const folder = join(tmpdir(), "pictor-quick-python");
  const file = join(folder, "bin/python3");
  if (existsSync(file)) return file;
  const real = python("import sys; print(sys.executable)").trim();
  // Another worker may do the same at this moment; who is first wins.
  const own = mkdtempSync(join(tmpdir(), "pictor-python-"));
  mkdirSync(join(own, "bin"));
  execFileSync(real, ["-I", "-m", "venv", join(own, "made")], { env: cleanEnvironment() });
  writeFileSync(join(own, "bin/python3"), script(real, join(folder, "made")));
  chmodSync(join(own, "bin/python3"), 0o755);
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
  return file;
}
