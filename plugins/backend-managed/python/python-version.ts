// Versions of Python, and the script that reports one. Pure.

import { isString } from "@pictor/kernel/plugin";

/** The oldest version that ComfyUI and torch support. */
const minPython = [3, 10] as const;
export const minPythonText = minPython.join(".");

export type PythonVersion = readonly [major: number, minor: number, patch: number];

export interface PythonFacts {
  readonly version: PythonVersion;
  /** Absolute path of the Python executable. */
  readonly executable: string;
  /** Missing modules that `python -m venv` needs: some systems package these modules separately. */
  readonly missing: readonly string[];
}

/** A script for `python -I -c` that prints one line of JSON. */
export const probeScript = `import json, sys
def lacks(name):
    try:
        __import__(name)
        return False
    except Exception:
        return True
print(json.dumps({"version": list(sys.version_info[:3]), "executable": sys.executable,
    "missing": [name for name in ("venv", "ensurepip") if lacks(name)]}))
`;

/** A script, which every Python understands, that prints the version and imports torch. */
export const torchScript = 'import sys; print("Python %d.%d.%d" % sys.version_info[:3]); import torch';

/** Parses the output of `probeScript`; a startup file of the user may print lines before it. */
export function parseProbe(output: string): PythonFacts | undefined {
  const line = output.split(/\r?\n/).findLast((text) => text.startsWith("{"));
  try {
    const { version, executable, missing } = JSON.parse(line ?? "") as Record<string, unknown>;
    if (!Array.isArray(version) || !isString(executable) || !Array.isArray(missing)) return undefined;
    const [major, minor, patch] = version as readonly unknown[];
    if (![major, minor, patch].every(Number.isInteger)) return undefined;
    return {
      version: [major as number, minor as number, patch as number],
      executable,
      missing: missing.filter(isString),
    };
  } catch {
    return undefined;
  }
}

/** Parses the output of `--version`, such as "Python 3.11.7", "Python 3.13.0rc2" or "Python 2.7.18+". */
export function parseVersion(text: string): PythonVersion | undefined {
  const match = /\bPython (\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

export const isSupportedPython = ([major, minor]: PythonVersion): boolean =>
  major > minPython[0] || (major === minPython[0] && minor >= minPython[1]);

export const versionText = (version: PythonVersion): string => version.join(".");
