// Versions of Python, and the script that reports one. Pure.

import { isString } from "@pictor/kernel/plugin";

export type OldestPython = readonly [major: number, minor: number];
/** The oldest version that ComfyUI and torch support. */
export const minPython: OldestPython = [3, 10];
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

/**
 * The oldest Python that a project supports, by `requires-python` of its pyproject.toml, such as ">=3.9"; undefined
 * without one.
 */
export function parseRequiredPython(pyproject: string): OldestPython | undefined {
  const match = /^requires-python\s*=\s*["'][^"'\n]*>=\s*(\d+)\.(\d+)/m.exec(pyproject);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

export const isSupportedPython = ([major, minor]: PythonVersion, oldest = minPython): boolean =>
  major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);

export const versionText = (version: PythonVersion): string => version.join(".");
