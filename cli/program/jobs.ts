// The definitions of `jobs ...`.

import type { Command } from "commander";
import { helpTexts } from "../help-texts.js";
import type { JobsListOptions, JobsOptions, JobsWatchOptions } from "../options.js";
import type { ProgramOptions } from "../program.js";

const idHelp = "id of a job, or a beginning that no other job has";
const onBackend = (command: Command): Command =>
  command.option("--backend <name>", "backend instance (default: the one that generate would use)");

export function addJobs(program: Command, { streams, end }: ProgramOptions): void {
  const jobs = program.command("jobs").description("Jobs that are on a server: list, watch and cancel them.");
  jobs.summary("list, watch and cancel jobs that are on a server").addHelpText("after", helpTexts.jobs);
  onBackend(jobs.command("list"))
    .summary("what waits, what runs, and the latest endings")
    .description("What waits, what runs, and the latest endings.")
    .option("--limit <n>", "endings to show (default: 10)")
    .addHelpText("after", helpTexts.jobsList)
    .action(async (options: JobsListOptions, command: Command) => {
      const { listJobs } = await import("../commands/jobs-list.js");
      end(await listJobs(options, { globals: command.optsWithGlobals(), streams }));
    });
  onBackend(jobs.command("watch"))
    .summary("follow a job to its end and save what it makes")
    .description("Follows a job to its end and saves what it makes, whoever submitted it.")
    .argument("<id>", idHelp)
    .option("--out <folder>", "where to save (default: as for generate)")
    .addHelpText("after", helpTexts.jobsWatch)
    .action(async (id: string, options: JobsWatchOptions, command: Command) => {
      const { watchJob } = await import("../commands/jobs-watch.js");
      end(await watchJob(id, options, { globals: command.optsWithGlobals(), streams }));
    });
  onBackend(jobs.command("cancel"))
    .summary("take jobs back, waiting or running")
    .description("Removes jobs that wait, interrupts those that run, and says what became of each.")
    .argument("<id...>", idHelp)
    .addHelpText("after", helpTexts.jobsCancel)
    .action(async (ids: readonly string[], options: JobsOptions, command: Command) => {
      const { cancelJobs } = await import("../commands/jobs-cancel.js");
      end(await cancelJobs(ids, options, { globals: command.optsWithGlobals(), streams }));
    });
}
