// `trust`: shows the powers of the project in a folder, and stores or removes the trust in it. The project's
// configuration is not applied.

import { existsSync } from "node:fs";
import {
  certificatesOf,
  openTrustedFolder,
  trustedFolders,
  type TrustedFolder,
  type TrustMode,
} from "@pictor/host/trust";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { HostInteraction } from "../../interaction/interaction.js";
import { recordFinished } from "../../output/record-finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { oneLine } from "../../text/plain-text.js";
import { confirmOrThrow, type ConfirmOptions } from "../../session/confirm.js";

export interface TrustCommandOptions extends ConfirmOptions {
  readonly laterChanges?: boolean;
  readonly list?: boolean;
  readonly revoke?: boolean;
  /** The server whose certificate is meant, in place of a folder. */
  readonly certificate?: string;
  /** The SHA-256 that the certificate must have; it is then trusted without a question. */
  readonly fingerprint?: string;
}

const modeText: Readonly<Record<TrustMode, string>> = {
  snapshot: "as it was",
  "later-changes": "and its later changes",
};

async function listTrusted({ streams }: Invocation, terminal: Terminal): Promise<void> {
  const folders = Object.entries(await trustedFolders(streams.env));
  const certificates = Object.entries(await certificatesOf(streams.env).trusted());
  if (terminal.json) {
    recordFinished(terminal, {
      trusted: folders.map(([folder, { mode }]) => ({ folder, mode })),
      certificates: certificates.map(([origin, fingerprint]) => ({ origin, fingerprint })),
    });
    return;
  }
  if (folders.length + certificates.length === 0) terminal.note("You trust no folder and no certificate.");
  else
    terminal.result(
      terminal.table([
        ...folders.map(([folder, { mode }]) => [folder, modeText[mode]]),
        ...certificates.map(([origin, fingerprint]) => [origin, `the certificate ${fingerprint}`]),
      ]),
    );
}

/** Ends the command with one line for the user, or the record for programs. */
function report(
  terminal: Terminal,
  { folder, powers }: TrustedFolder,
  mode: TrustMode | undefined,
  text: string,
): void {
  terminal.note(text);
  const trust = { folder, mode: mode ?? null, powers: powers.map((power) => power.text) };
  if (terminal.json) recordFinished(terminal, { trust });
}

async function trustOne(
  project: TrustedFolder,
  options: TrustCommandOptions,
  { streams }: Invocation,
  terminal: Terminal,
): Promise<void> {
  const { powers, untrusted } = project;
  const folder = oneLine(project.folder);
  if (powers.length === 0) {
    report(terminal, project, undefined, `The project in ${folder} can do nothing that needs trust.`);
    return;
  }
  const wanted = options.laterChanges === true ? "later-changes" : "snapshot";
  const isTrusted = untrusted.length === 0 && (project.mode === wanted || wanted === "snapshot");
  if (isTrusted) {
    report(terminal, project, project.mode, `You trust ${folder} already.`);
    return;
  }
  const detail = powers.map(({ text }) => `- ${text}`);
  const interaction = new HostInteraction(terminal, {
    streams,
    yes: false,
    browser: false,
    signal: new AbortController().signal,
    interrupt: () => {
      process.emit("SIGINT");
    },
  });
  if (options.yes === true || !interaction.hasPerson)
    for (const line of [`The project in ${folder}:`, ...detail]) terminal.note(line);
  const title =
    wanted === "snapshot"
      ? `Do you trust the project in ${folder} as it is now?`
      : `Do you trust the project in ${folder} and its later changes?`;
  const isAgreed = await confirmOrThrow(
    { terminal, interaction },
    { title, detail, choice: "trust it", safeChoice: "leave it" },
    options.yes,
  );
  if (isAgreed) await project.trust(wanted);
  report(
    terminal,
    project,
    isAgreed ? wanted : project.mode,
    isAgreed ? `You trust ${folder}.` : "Nothing was changed.",
  );
}

export const changeTrust = (
  directory: string,
  options: TrustCommandOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const { globals, streams } = invocation;
    if (options.list === true) await listTrusted(invocation, terminal);
    else {
      const { config: file } = globals;
      if (!existsSync(directory))
        throw new UsageError(
          "USAGE_VALUE",
          `There is no folder ${directory}.`,
          "Name the folder of a project.",
        );
      const project = await openTrustedFolder(directory, {
        env: streams.env,
        ...(file !== undefined && { file }),
      });
      if (options.revoke === true) {
        await project.revoke();
        report(terminal, project, undefined, `You no longer trust ${oneLine(project.folder)}.`);
      } else await trustOne(project, options, invocation, terminal);
    }
    return exitCode("finished");
  });
