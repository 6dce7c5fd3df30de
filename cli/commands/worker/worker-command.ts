// The definition of `worker`.

import type { Command } from "commander";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

const help = `${examples(
  "pictor worker --backend studio --queue farm",
  "pictor worker --backend studio --queue farm --name gpu-3 --health 127.0.0.1:9464",
  "pictor worker --backend studio --queue farm --json >> worker.jsonl",
  "curl -s http://127.0.0.1:9464/readyz",
)}

--queue names an instance of the kind queue, --backend the instance of the server on this machine. The worker takes the prompts
that this server can run, one at a time; start one worker for each server. A worker keeps its name after a restart, and no two
workers of a queue have the same name: a worker first follows the prompts that were begun under its name. The name of a worker
that was killed is free within 12 seconds; the next worker waits for it, and gives up if another process still uses the name.

The first Ctrl-C or SIGTERM drains the worker: it takes no further prompts, and ends after the running prompt (exit code 0). The
second one ends the worker at once (130): the server continues, and the next worker of this name follows the prompt.

--health serves three paths, without a token, to every program that can reach the address: /healthz replies 200 while the
process runs; /readyz replies 200 while the worker can take prompts, which \`backend drain\` does not change, otherwise 503 with the
reason; /metrics has metrics for Prometheus. docs/farm.md describes a farm with a compose file.`;

export function addWorkerCommand(program: Command, { action }: ProgramContext): void {
  program
    .command("worker")
    .summary("run prompts of a queue on a backend of this machine")
    .description("Runs prompts of a queue on a backend, until Ctrl-C or SIGTERM.")
    .option("--backend <name>", "instance that runs the prompts")
    .option("--queue <name>", "instance of the kind queue, from which the prompts come")
    .option("--name <name>", "name of this worker (default: host name and backend, such as gpu3-studio)")
    .option("--health <host:port>", "serve /healthz, /readyz and /metrics there; port 0 picks a free one")
    .addHelpText("after", help)
    .action(action(async () => (await import("./run-worker.js")).worker));
}
