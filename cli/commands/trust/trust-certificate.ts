// `trust --certificate`: shows the certificate of a server that no known authority has signed, and trusts it for its origin.

import { certificatesOf } from "@pictor/host/trust";
import type { ServerCertificate } from "@pictor/services";
import { UsageError, wrongValue } from "../../base/usage-error.js";
import { finished } from "../../output/finished.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { oneLine } from "../../text/plain-text.js";
import { shorten } from "../../text/shorten.js";
import { revoked, type TrustCommandOptions } from "./change-trust.js";

/** Throws a UsageError for another address than an https origin; a path is left out. */
function originOf(given: string): string {
  const text = given.includes("://") ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" && url.username === "") return url.origin;
  const hint = "Write it like https://gpu.example:8443.";
  throw wrongValue("--certificate", "the address of an https server", shorten(oneLine(given), 100), hint);
}

/** The fingerprint in the form in which it is stored. Throws a UsageError. */
function fingerprintOf(given: string): string {
  const digits = given.replace(/^sha-?256[:=\s]*/i, "").replace(/[:\s]/g, "");
  if (/^[\da-f]{64}$/i.test(digits)) return (digits.toUpperCase().match(/../g) ?? []).join(":");
  throw new UsageError(
    "USAGE_VALUE",
    "--fingerprint: expected the SHA-256 of the certificate, 64 hexadecimal digits.",
    "Read it on the server: openssl x509 -in CERTIFICATE -noout -fingerprint -sha256",
  );
}

const linesOf = (
  { subject, issuer, validTo, fingerprint }: ServerCertificate,
  trusted: string | undefined,
): readonly string[] => [
  `for ${oneLine(subject) || "nobody"}, signed by ${oneLine(issuer) || "nobody"}, valid until ${oneLine(validTo)}`,
  `SHA-256 ${fingerprint}`,
  ...(trusted === undefined ? [] : [`You trust another certificate now: ${trusted}`]),
];

/** Asks whether to trust a certificate, and stores the answer. Throws a UsageError if nobody can be asked. */
export async function askForCertificate(
  host: Pick<CommandHost, "terminal" | "interaction" | "streams">,
  { certificate, trusted }: { readonly certificate: ServerCertificate; readonly trusted?: string },
  yes?: true,
): Promise<boolean> {
  const { terminal, interaction, streams } = host;
  const { origin, fingerprint } = certificate;
  const detail = linesOf(certificate, trusted);
  if (yes === true || !interaction.hasPerson) for (const line of detail) terminal.note(`${origin}: ${line}`);
  const isAgreed = await confirmOrThrow(
    host,
    {
      title: `No known authority has signed the certificate of ${origin}. Do you trust it, for this origin only?`,
      detail: [...detail, "Compare the fingerprint with that of the server."],
      choice: "trust it",
      safeChoice: "do not trust it",
      hint: "Give --fingerprint with the SHA-256 that you expect, or --yes.",
    },
    yes,
  );
  if (isAgreed) await certificatesOf(streams.env).trust(origin, fingerprint);
  return isAgreed;
}

async function trustPresented(
  host: CommandHost,
  origin: string,
  { yes, fingerprint }: TrustCommandOptions,
): Promise<string> {
  const expected = fingerprint === undefined ? undefined : fingerprintOf(fingerprint);
  const certificates = certificatesOf(host.streams.env);
  const check = await host.kernel.checkCertificate(origin);
  const known = (await certificates.trusted())[origin];
  const found = check.kind === "accepted" ? known : check.certificate.fingerprint;
  if (expected !== undefined && found !== undefined && expected !== found)
    throw new UsageError(
      "USAGE_VALUE",
      `${origin} has another certificate: its SHA-256 fingerprint is ${found}.`,
      "Compare it with that of the server; nothing was changed.",
    );
  if (check.kind === "accepted")
    return known === undefined
      ? `A known authority has signed the certificate of ${origin}, so it needs no trust.`
      : `You already trust the certificate of ${origin}.`;
  if (expected !== undefined) await certificates.trust(origin, expected);
  else if (!(await askForCertificate(host, check, yes))) return "Nothing was changed.";
  return `You trust the certificate of ${origin}.`;
}

export const trustServer = hostedCommand(async (host, given: string, options: TrustCommandOptions) => {
  const { terminal, streams } = host;
  const origin = originOf(given);
  const certificates = certificatesOf(streams.env);
  if (options.revoke === true) {
    const wasTrusted = (await certificates.trusted())[origin] !== undefined;
    await certificates.trust(origin, undefined);
    terminal.note(revoked(`a certificate of ${origin}`, { wasTrusted }));
  } else terminal.note(await trustPresented(host, origin, options));
  const fingerprint = (await certificates.trusted())[origin] ?? null;
  return finished(terminal, { certificate: { origin, fingerprint } });
});
