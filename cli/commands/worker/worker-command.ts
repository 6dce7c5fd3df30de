// The definition of `worker`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";
import type { WorkerOptions } from "./worker-plan.js";

const help = `${examples(
  "pictor worker --backend studio --queue farm",
  "pictor worker --backend studio --queue farm --name gpu-3 --health 127.0.0.1:9464",
  "pictor worker --backend studio --queue farm --json >> worker.jsonl",
  "curl -s http://127.0.0.1:9464/readyz",
)}

Both names are instances of the configuration: --queue one of the kind queue, --backend the server of this machine. The worker
takes those prompts that the server can run, one at a time, with a process for each server. The name must be the same after a
restart, and no other worker of the queue may have it: a worker first follows what its name had begun. After a
worker was killed, its name is free within 12 seconds; the next one waits for that, and gives up if the name is still in use.

The first Ctrl-C or SIGTERM drains the worker: it takes no further prompts, and ends after the running one (exit code 0). The
second one ends it at once (130): the server goes on, and the next worker of this name follows the prompt.

--health serves three paths to programs that can reach the address, without a token: /healthz replies 200 while the process
runs, /readyz 200 while it takes prompts and else 503 with the reason, /metrics has numbers for Prometheus. docs/farm.md
describes a farm with a compose file.`;

export function addWorkerCommand(program: Command, { streams, end }: ProgramContext): void {
  program
    .command("worker")
    .summary("run prompts of a queue on a backend of this machine")
    .description("Runs prompts of a queue on a backend, until Ctrl-C or SIGTERM.")
    .option("--backend <name>", "instance that runs the prompts")
    .option("--queue <name>", "instance of the kind queue, from which the prompts come")
    .option("--name <name>", "name of this worker (default: host name and backend, such as gpu3-studio)")
    .option("--health <host:port>", "serve /healthz, /readyz and /metrics there; port 0 picks a free one")
    .addHelpText("after", help)
    .action(async (options: WorkerOptions, command: Command) => {
      const { worker } = await import("./run-worker.js");
      end(await worker(options, { globals: command.optsWithGlobals(), streams }));
    });
}
