// The definitions of `jobs list`, `watch`, `cancel` and `priority`.

import type { Command } from "commander";
import { withBackendOption } from "../../definition/backend-option.js";
import { examples } from "../../definition/examples.js";
import type { ProgramContext } from "../../definition/program-context.js";

const help = {
  jobs: `${examples(
    "pictor jobs list",
    "pictor jobs watch 3f2a91c0 --out fox",
    "pictor jobs cancel 3f2a91c0 --backend studio",
  )}

A job is what the server calls a prompt: one batch of a generation. Jobs of other machines and other programs are shown, too.`,
  list: examples(
    "pictor jobs list",
    "pictor jobs list --backend studio --limit 50",
    "pictor jobs list --json | jq -r '.jobs[] | select(.state == \"queued\").promptId'",
  ),
  watch: `${examples(
    "pictor jobs watch 3f2a91c0",
    "pictor jobs watch 3f2a91c0 --backend studio --out fox",
    'pictor jobs watch "$(pictor generate txt2img --example --backend studio --detach)" --backend studio',
  )}

Ctrl-C stops watching (exit code 5); the job continues. The other exit codes are those of \`pictor generate\`. For a job that
has already ended the command reports how it ended and saves its images.`,
  cancel: `${examples("pictor jobs cancel 3f2a91c0", "pictor jobs cancel 3f2a91c0 77b1 --backend studio")}

Exit code 0: each job was removed from the queue, is being interrupted, or is no longer queued or running; 3: the backend
refused a job (it can interrupt only the running job, and another job is running now), or could not be reached. All ids
are looked up first: if one matches no job, or several, nothing is cancelled (exit code 2).`,
};

const priorityHelp = `${examples("pictor jobs priority 3f2a91c0 high --backend farm")}

This is for a queue. Among the jobs of the new priority, the job waits as if its owner had just submitted it. A pool is a part of each
process that uses it, so the API of that process changes the priority there.`;

const idHelp = "id of a job, or a prefix that matches only one job";

export function addJobsCommand(program: Command, { action }: ProgramContext): void {
  const jobs = program
    .command("jobs")
    .summary("list, watch and cancel jobs on a server, or change their priority")
    .description("Jobs on a server: list, watch and cancel them, or change their priority.")
    .addHelpText("after", help.jobs);
  withBackendOption(jobs.command("list"))
    .summary("queued, running and recently ended jobs")
    .description("Lists queued and running jobs, and those that ended last.")
    .option("--limit <n>", "number of ended jobs to show (default: 10)")
    .addHelpText("after", help.list)
    .action(action(async () => (await import("./list-jobs.js")).listJobs));
  withBackendOption(jobs.command("watch"))
    .summary("follow a job to its end and save its images")
    .description("Follows a job to its end and saves its images, whoever submitted it.")
    .argument("<id>", idHelp)
    .option("--out <folder>", "where to save (default: as for generate)")
    .option("--save-text", "save the texts that nodes display, too")
    .addHelpText("after", help.watch)
    .action(action(async () => (await import("./watch-job.js")).watchJob));
  withBackendOption(jobs.command("cancel"))
    .summary("cancel queued or running jobs")
    .description("Removes queued jobs, interrupts running ones, and reports the outcome of each.")
    .argument("<id...>", idHelp)
    .addHelpText("after", help.cancel)
    .action(action(async () => (await import("./cancel-jobs.js")).cancelJobs));
  withBackendOption(jobs.command("priority"))
    .summary("give a waiting job another priority")
    .description("Gives a job that waits in a queue another priority.")
    .argument("<id>", idHelp)
    .argument("<priority>", "high, normal or low")
    .addHelpText("after", priorityHelp)
    .action(action(async () => (await import("./set-priority.js")).setPriority));
}
