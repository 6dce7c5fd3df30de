// Starts a program so that a key which ends it can be pressed for it alone.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { consoleKeyProgram, type ConsoleKey } from "./console-key.js";
import { longestMs, type NewUser, type Started } from "./new-user.js";

export interface Interruptible {
  readonly started: Started;
  /** Presses the key; settles with its name. */
  press(): Promise<ConsoleKey>;
  /** Ends the program at once, if it has not ended. */
  end(): void;
}

/**
 * A program of Windows with a console of its own, which starts the command there. When it is written to, it presses
 * Ctrl-Break, and Ctrl-C where the system has no Ctrl-Break: Wine. The command ends with its input, and at its limit
 * before the program itself, which would leave it.
 */
const ofConsole = `
const { spawn, spawnSync } = require("node:child_process");
const [ctrlBreak, ctrlC, ...parameters] = process.argv.slice(1);
for (const name of ["SIGBREAK", "SIGINT"]) process.on(name, () => {});
const child = spawn(process.execPath, parameters, {
  stdio: ["ignore", "inherit", "inherit"],
  timeout: ${longestMs - 5_000},
});
child.on("exit", (code) => process.exit(code ?? 1));
process.stdin.once("data", () => {
  const hasBreak = spawnSync(ctrlBreak).status !== 0;
  if (!hasBreak) spawnSync(ctrlC);
  process.stderr.write("pressed " + (hasBreak ? "Ctrl-Break" : "Ctrl-C") + "\\n");
});
process.stdin.once("end", () => child.kill());
`;

function startInConsole(user: NewUser, words: readonly string[]): Interruptible {
  const keys = (["Ctrl-Break", "Ctrl-C"] as const).map((key) => {
    const program = join(user.home, `${key}.exe`);
    writeFileSync(program, consoleKeyProgram(key));
    return program;
  });
  const started = user.startNode(["-e", ofConsole, ...keys, ...user.command(words)], undefined);
  return {
    started,
    async press() {
      started.child.stdin?.write("press\n");
      const [, key] = await started.wrote(/^pressed (Ctrl-\w+)$/m);
      return key as ConsoleKey;
    },
    end() {
      started.child.stdin?.end();
    },
  };
}

export function startInterruptible(user: NewUser, words: readonly string[]): Interruptible {
  if (process.platform === "win32") return startInConsole(user, words);
  const started = user.start(words);
  return {
    started,
    press() {
      started.child.kill("SIGINT");
      return Promise.resolve("Ctrl-C");
    },
    end() {
      started.child.kill("SIGKILL");
    },
  };
}
