// `pictor auth list`: every saved auth setting with its check mark, state and expiry.

import type { ProfileView } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { complaintOf, renderComplaint, type Complaint } from "../output/complaint.js";
import { oneLine } from "../output/plain-text.js";
import { profileRecord, profileRow } from "../output/profile-page.js";
import { table } from "../output/table.js";
import type { Invocation } from "../program.js";
import { storeText } from "./auth-profile.js";
import { warnOfProblems } from "./workflow.js";

type Listed = { readonly name: string } & ({ readonly view: ProfileView } | { readonly problem: Complaint });

/** A profile that cannot be viewed, such as one of a plugin that is gone, does not hide the others. */
async function look({ kernel }: Host, name: string): Promise<Listed> {
  try {
    return { name, view: await kernel.profiles.view(name) };
  } catch (error) {
    return { name, problem: complaintOf(error) };
  }
}

export async function list(host: Host): Promise<ExitCode> {
  const { kernel, terminal } = host;
  const names = [...kernel.profiles.names()].sort();
  const all = await Promise.all(names.map((name) => look(host, name)));
  if (terminal.json) {
    const store = await storeText(host);
    const schemes = kernel.contributions("authSchemes");
    const profiles = all.map((listed) => {
      if ("view" in listed) return profileRecord(listed.view, { schemes, store });
      const { code, what, hint } = listed.problem;
      return { name: listed.name, error: { code, what, hint } };
    });
    terminal.record({ type: "result", status: "finished", exitCode: 0, profiles });
    return exitCode("finished");
  }
  warnOfProblems(host);
  if (all.length === 0) {
    terminal.note("There is no profile yet: pictor auth set NAME --type bearer --secret token");
    return exitCode("finished");
  }
  const { paintResult } = terminal;
  const rows = all.map((listed) =>
    "view" in listed
      ? profileRow(listed.view, Date.now(), paintResult)
      : [oneLine(listed.name), "", paintResult.red("x"), "cannot be used", ""],
  );
  terminal.result(table([["NAME", "SCHEME", "", "STATE", "EXPIRES"], ...rows]));
  for (const listed of all) if ("problem" in listed) terminal.note(renderComplaint(listed.problem, terminal));
  return exitCode("finished");
}

export const listProfiles = (invocation: Invocation): Promise<ExitCode> => withKernel(invocation, list);
