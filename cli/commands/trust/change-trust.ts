// `trust`: shows the powers of the project in a folder, and stores or removes the trust in it. The project's
// configuration is not applied.

import { existsSync } from "node:fs";
import {
  certificatesOf,
  openTrustedFolder,
  revokeTrust,
  trustedFolders,
  type TrustedFolder,
  type TrustMode,
} from "@pictor/host/trust";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { HostInteraction } from "../../interaction/interaction.js";
import { finished } from "../../output/finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal, show } from "../../session/plain-command.js";
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

async function listTrusted({ streams }: Invocation, terminal: Terminal): Promise<ExitCode> {
  const folders = Object.entries(await trustedFolders(streams.env));
  const certificates = Object.entries(await certificatesOf(streams.env).trusted());
  const record = {
    trusted: folders.map(([folder, { mode }]) => ({ folder, mode })),
    certificates: certificates.map(([origin, fingerprint]) => ({ origin, fingerprint })),
  };
  const rows = [
    ...folders.map(([folder, { mode }]) => [folder, modeText[mode]]),
    ...certificates.map(([origin, fingerprint]) => [origin, `the certificate ${fingerprint}`]),
  ];
  return show(terminal, rows, {
    record: () => record,
    print: () => {
      if (rows.length > 0) terminal.result(terminal.table(rows));
      else terminal.note("You trust no folder and no certificate.");
    },
  });
}

/** Ends the command with one line for the user, or the record for programs. */
function report(
  terminal: Terminal,
  { folder, powers }: Pick<TrustedFolder, "folder" | "powers">,
  mode: TrustMode | undefined,
  text: string,
): ExitCode {
  terminal.note(text);
  const trust = { folder, mode: mode ?? null, powers: powers.map((power) => power.text) };
  return finished(terminal, { trust });
}

async function trustOne(
  project: TrustedFolder,
  options: TrustCommandOptions,
  { streams }: Invocation,
  terminal: Terminal,
): Promise<ExitCode> {
  const { powers, untrusted } = project;
  const folder = oneLine(project.folder);
  if (powers.length === 0)
    return report(terminal, project, undefined, `The project in ${folder} can do nothing that needs trust.`);
  const wanted = options.laterChanges === true ? "later-changes" : "snapshot";
  const isTrusted = untrusted.length === 0 && (project.mode === wanted || wanted === "snapshot");
  if (isTrusted) return report(terminal, project, project.mode, `You already trust ${folder}.`);
  const detail = powers.map(({ text }) => `- ${text}`);
  const interaction = new HostInteraction(terminal, { streams, signal: new AbortController().signal });
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
  if (!isAgreed) return report(terminal, project, project.mode, "Nothing was changed.");
  await project.trust(wanted);
  return report(terminal, project, wanted, `You trust ${folder}.`);
}

/** What `--revoke` reports: also that there was nothing to revoke, as for the wrong one of two folders. */
export const revoked = (what: string, { wasTrusted }: { readonly wasTrusted: boolean }): string =>
  wasTrusted
    ? `You no longer trust ${what}.`
    : `You did not trust ${what}; \`pictor trust --list\` shows what you trust.`;

export const changeTrust = (
  directory: string,
  options: TrustCommandOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const { globals, streams } = invocation;
    if (options.list === true) return listTrusted(invocation, terminal);
    const { config: file } = globals;
    const place = { env: streams.env, ...(file !== undefined && { file }) };
    if (options.revoke === true) {
      const { folder, wasTrusted } = await revokeTrust(directory, place);
      // The folder may be gone, or its file unreadable: only its powers are then not known.
      const { powers } = await openTrustedFolder(directory, place).catch(() => ({ powers: [] }));
      return report(terminal, { folder, powers }, undefined, revoked(oneLine(folder), { wasTrusted }));
    }
    if (!existsSync(directory))
      throw new UsageError(
        "USAGE_VALUE",
        `There is no folder ${directory}.`,
        "Name the folder of a project.",
      );
    return trustOne(await openTrustedFolder(directory, place), options, invocation, terminal);
  });
