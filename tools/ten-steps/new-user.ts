// A user who has nothing yet: a home, a project in a folder with a space, and the command as npm has installed it there.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { userVariables } from "@pictor/host/testing";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Settles with the first match in what the process writes. Rejects with what it wrote if it ends before, at its limit too. */
  wrote(text: RegExp): Promise<RegExpExecArray>;
}

export interface NewUser {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs a program of Node in the project to its end. */
  node(parameters: readonly string[]): Promise<Ran>;
  /** Starts a program of Node in the project, in Windows with a console of its own. Its input stays open if nothing is typed. */
  startNode(parameters: readonly string[], typed: string | undefined): Started;
  /** The parameters of Node that run the command. */
  command(words: readonly string[]): readonly string[];
  /** Runs the command; `typed` is piped in. Rejects unless it ends with the exit code 0. */
  pictor(words: readonly string[], typed?: string): Promise<Ran>;
  start(words: readonly string[]): Started;
}

/** Time after which a process is ended, in milliseconds: under Wine a step takes minutes. */
export const longestMs = 10 * 60_000;

/** What the script itself got from its caller, and what a user's shell does not have. */
const ofCaller = /^(?:NODE_ENV|PICTOR_|VITEST|npm_(?!config_)|XDG_|CI$)/;

function watch(child: ChildProcess, what: string): Started {
  const written = { out: "", err: "" };
  let isOver = false;
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const each of waiting) each();
  };
  for (const [name, stream] of [["out", child.stdout] as const, ["err", child.stderr] as const])
    stream?.on("data", (chunk: Buffer) => {
      written[name] += chunk.toString();
      look();
    });
  const ended = once(child, "close").then(([code]): Ran => {
    isOver = true;
    look();
    return { code: code as number | null, ...written };
  });
  const wrote = (text: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = text.exec(written.out) ?? text.exec(written.err);
        if (found === null && !isOver) return;
        waiting.delete(check);
        if (found === null) reject(new Error(`${what} ended without ${text}:\n${written.out}${written.err}`));
        else resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { child, ended, wrote };
}

/** The program of an installed package, as its package.json names it. */
function programOf(folder: string): string {
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  return join(folder, bin["pictor"] ?? "");
}

/** Makes the user's folders below `folder`. */
export function createNewUser(folder: string): NewUser {
  const home = join(folder, "home of anna");
  const project = join(folder, "my project");
  for (const each of [home, project]) mkdirSync(each, { recursive: true });
  const kept = Object.entries(process.env).filter(([name]) => !ofCaller.test(name));
  const pathName = kept.find(([name]) => /^path$/i.test(name))?.[0] ?? "PATH";
  const env = {
    ...Object.fromEntries(kept),
    ...userVariables(home),
    // The link of npm runs `node`.
    [pathName]: [dirname(process.execPath), process.env[pathName] ?? ""].join(delimiter),
    BROWSER: "none",
    NO_COLOR: "1",
  };

  const startNode = (parameters: readonly string[], typed: string | undefined): Started => {
    const child = spawn(process.execPath, parameters, {
      cwd: project,
      env,
      windowsHide: true,
      timeout: longestMs,
      killSignal: "SIGKILL",
    });
    child.stdin.on("error", () => undefined);
    if (typed !== undefined) child.stdin.end(typed);
    return watch(child, parameters.join(" "));
  };
  const command = (words: readonly string[]): readonly string[] => [
    programOf(join(project, "node_modules/pictor")),
    ...words,
  ];
  const start = (words: readonly string[], typed = ""): Started => startNode(command(words), typed);
  return {
    home,
    project,
    env,
    startNode,
    start,
    command,
    node: (parameters) => startNode(parameters, "").ended,
    async pictor(words, typed) {
      const ran = await start(words, typed).ended;
      if (ran.code !== 0)
        throw new Error(`pictor ${words.join(" ")} ended with ${ran.code}:\n${ran.out}${ran.err}`);
      return ran;
    },
  };
}

/** The last record of a command with `--json`. */
export const resultOf = ({ out }: Ran): Readonly<Record<string, unknown>> =>
  JSON.parse(out.trim().split("\n").at(-1) ?? "") as Readonly<Record<string, unknown>>;
