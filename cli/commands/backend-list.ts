// `pictor backend list`: the instances that can be named with --backend, and which one is used without it.

import type { Kernel } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel } from "../host.js";
import { complaintOf, type Complaint } from "../output/complaint.js";
import { oneLine } from "../output/plain-text.js";
import { table } from "../output/table.js";
import type { Invocation } from "../program.js";

type Choice = { readonly name: string } | { readonly problem: Complaint };

async function chosen(kernel: Kernel): Promise<Choice> {
  try {
    return { name: (await kernel.openBackend()).instance.name };
  } catch (error) {
    return { problem: complaintOf(error) };
  }
}

export const listBackends = (invocation: Invocation): Promise<ExitCode> =>
  withKernel(invocation, async ({ kernel, terminal, configuration }) => {
    const choice = await chosen(kernel);
    const used = "name" in choice ? choice.name : configuration.values.backend;
    const backends = kernel.backends().map((instance) => ({ ...instance, used: instance.name === used }));
    if (terminal.json) {
      const problem =
        "problem" in choice ? { problem: { code: choice.problem.code, what: choice.problem.what } } : {};
      terminal.record({ type: "result", status: "finished", exitCode: 0, backends, ...problem });
      return exitCode("finished");
    }
    const rows = backends.map(({ name, kind, origin, auth, used: isUsed }) =>
      [isUsed ? "*" : "", name, kind, origin, auth ?? ""].map(oneLine),
    );
    terminal.result(table([["", "NAME", "KIND", "ORIGIN", "AUTH"], ...rows]));
    if ("name" in choice) terminal.note(`* is used when --backend is not given.`);
    else terminal.note(`The one to be used does not open: ${oneLine(choice.problem.what)}`);
    return exitCode("finished");
  });
