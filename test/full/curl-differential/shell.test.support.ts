// A bash that runs scripts one after the other. A test worker is large, and to start a program from it takes many times as long.

import { spawn } from "node:child_process";

/** Reads scripts, each with a NUL at its end; after the output of each one, it writes its exit code between two NULs. */
const loop = `while IFS= read -r -d '' script; do (eval "$script") 2>&1 </dev/null; printf '\\0%s\\0' "$?"; done`;

export class Shell {
  readonly #bash;

  constructor(cwd: string) {
    this.#bash = spawn("bash", ["-c", loop], { cwd, stdio: ["pipe", "pipe", "inherit"] });
    this.#bash.stdout.setEncoding("utf8");
  }

  /** Resolves to the exit code and the output of a script. One at a time. */
  run(script: string): Promise<{ readonly code: number; readonly output: string }> {
    const { stdin, stdout } = this.#bash;
    return new Promise((resolve) => {
      let read = "";
      const onData = (part: string): void => {
        read += part;
        const [, output = "", code] = /^([^]*)\0(\d+)\0$/.exec(read) ?? [];
        if (code === undefined) return;
        stdout.off("data", onData);
        resolve({ code: Number(code), output });
      };
      stdout.on("data", onData);
      stdin.write(`${script}\0`);
    });
  }

  close(): void {
    this.#bash.stdin.end();
  }
}

export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
