// Keeps npm from running a program, and from packages that are not of the registry, by what the npm of this machine can do.

import { ArchiveProblem } from "@pictor/archives";
import { isRecord } from "@pictor/kernel";
import type { RunToEnd } from "./programs.js";
import { parseOutput, runProgram, type ProgramCall } from "./run-program.js";

/** How an installation is kept from a stranger's programs. */
export interface NpmGuard {
  readonly args: readonly string[];
  readonly env: NonNullable<ProgramCall["env"]>;
  /** Why npm refused a package, from the lines that it printed; undefined for another failure. */
  refusalIn(lines: readonly string[]): string | undefined;
}

/** The first npm whose switches keep out every other source, and let packages of the registry in (11.14 refuses those too). */
const switchedNpm = [11, 15] as const;

const isAtLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [, first, second] = /^v?(\d+)\.(\d+)\./.exec(version) ?? [];
  return Number(first) > major || (Number(first) === major && Number(second) >= minor);
};

const sources = ["git", "remote", "file", "directory"] as const;

/**
 * The environment reaches an npm that npm starts, which reads the .npmrc of a stranger; the arguments win over the
 * user's own.
 */
const switches: NpmGuard = {
  args: sources.map((source) => `--allow-${source}=none`),
  env: Object.fromEntries(sources.map((source) => [`npm_config_allow_${source}`, "none"])),
  refusalIn: (lines) => {
    const text = lines.join("\n");
    const [, kind] = /\bcode EALLOW([A-Z]+)/.exec(text) ?? [];
    if (kind === undefined) return undefined;
    const [, name] = /Refusing to fetch "([^"@]*(?:@[^"@]*)?)@/.exec(text) ?? [];
    const which = name === undefined ? "a package that it needs" : `the package "${name}" that it needs`;
    return `${which} comes from another source (${kind.toLowerCase()}), and only the npm registry is used`;
  },
};

/**
 * An older npm prepares a package from git: it runs an npm in the folder of that package, whose .npmrc names programs, whatever
 * `--ignore-scripts` says. Under the permission model of Node, npm starts no program at all; packages of the registry need none.
 */
function confinement(npm: string, node: string, nodeOptions: string | undefined): NpmGuard {
  const flag = isAtLeast(node, [24, 0]) ? "--permission" : "--experimental-permission";
  const confined = `${flag} --allow-fs-read=* --allow-fs-write=* --no-warnings`;
  return {
    args: [],
    env: { NODE_OPTIONS: nodeOptions === undefined ? confined : `${nodeOptions} ${confined}` },
    refusalIn: (lines) =>
      lines.some((line) => line.includes("ERR_ACCESS_DENIED"))
        ? `npm ${npm} had to start a program for it, as for a package from a git repository, and only the npm registry is used ` +
          `(npm ${switchedNpm.join(".")} or newer names the package)`
        : lines.some((line) => /is not allowed in NODE_OPTIONS|bad option/.test(line))
          ? `npm ${npm} on Node ${node} cannot be kept from running programs; npm ${switchedNpm.join(".")} or newer is needed`
          : undefined,
  };
}

/** Asks npm for its version and for that of its Node. Rejects as `runProgram` does. */
export async function npmGuard(
  run: RunToEnd,
  call: Pick<ProgramCall, "source" | "cwd">,
  signal?: AbortSignal,
): Promise<NpmGuard> {
  const printed = await runProgram(run, { program: "npm", args: ["version", "--json"], ...call }, signal);
  const versions = parseOutput(printed, "npm");
  if (!isRecord(versions) || typeof versions["npm"] !== "string" || typeof versions["node"] !== "string")
    throw new ArchiveProblem("npm did not report its version");
  return isAtLeast(versions["npm"], switchedNpm)
    ? switches
    : confinement(versions["npm"], versions["node"], process.env["NODE_OPTIONS"]);
}
