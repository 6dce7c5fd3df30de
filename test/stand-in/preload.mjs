// Loaded into the stand-in's server before everything else, for faults inside its process.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import net from "node:net";

const require = createRequire(import.meta.url);
const threads = require("node:worker_threads");

/** The same as in stand_in/faults.py. */
const restartExitCode = 91;

const behaviours = {
  /** Ends the process when the sampler has done a number of steps. */
  "crash-at-step"({ step, exitCode, signal }) {
    let steps = 0;
    const crash = () => {
      process.stderr.write("terminate called after throwing an instance of 'c10::Error'\n");
      process.stderr.write("  what():  CUDA error: an illegal memory access was encountered\n");
      if (signal !== undefined) process.kill(process.pid, signal);
      else process.exit(exitCode ?? 1);
    };
    threads.Worker = class extends threads.Worker {
      constructor(...given) {
        super(...given);
        this.on("message", ({ kind }) => {
          if (kind === "step" && ++steps >= step) crash();
        });
      }
    };
    syncBuiltinESMExports();
  },

  "ignore-sigint"() {
    const { on } = process;
    process.on = function (name, listener) {
      return on.call(this, name, name === "SIGINT" ? () => undefined : listener);
    };
  },

  /** Restarts as the Manager does. SIGUSR2 triggers it. */
  restart({ how }) {
    process.on("SIGUSR2", () => {
      const session = process.env.__COMFY_CLI_SESSION__;
      if (how === "file" && session) writeFileSync(`${session}.reboot`, "");
      process.exit(how === "file" ? 0 : restartExitCode);
    });
  },

  /** The server serves the port of main.py, which is the process that others see. */
  "leader-ends-first"() {
    const { listen } = net.Server.prototype;
    net.Server.prototype.listen = function (...given) {
      const listening = given.findLast((each) => typeof each === "function");
      return listen.call(this, { fd: Number(process.env.PICTOR_STAND_IN_SOCKET) }, listening);
    };
  },

  /** A process of a pack that inherits the port and outlives the server. */
  "hold-port"({ ownSession }) {
    const { listen } = net.Server.prototype;
    net.Server.prototype.listen = function (...given) {
      this.once("listening", () => {
        const code = "setInterval(() => undefined, 3_600_000)";
        const mark = process.argv[2];
        spawn(process.execPath, ["-e", code, mark], {
          stdio: ["ignore", "ignore", "ignore", this._handle.fd],
          detached: ownSession ?? false,
        }).unref();
      });
      return listen.apply(this, given);
    };
  },
};

for (const fault of JSON.parse(process.env.PICTOR_STAND_IN_FAULTS ?? "[]")) behaviours[fault.kind](fault);
