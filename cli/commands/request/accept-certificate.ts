// Asks whether a certificate that no known authority has signed is trusted, after a request was refused because of it.

import { isRecord, PictorError, type RequestInput } from "@pictor/kernel";
import type { ServerCertificate } from "@pictor/services";
import type { CommandHost } from "../../session/command-host.js";
import { askForCertificate } from "../trust/trust-certificate.js";

/** What `REQUEST_FAILED` says about a certificate. */
interface RefusedCertificate extends ServerCertificate {
  readonly trusted?: string;
}

function refusedCertificate(error: unknown): RefusedCertificate | undefined {
  const found = error instanceof PictorError ? error.details["certificate"] : undefined;
  return isRecord(found) ? (found as unknown as RefusedCertificate) : undefined;
}

const canBeSentAgain = ({ body }: RequestInput): boolean =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array || body.replayable;

/** Whether the request can be sent again, because a person has trusted the certificate now. Without a person, nobody is asked. */
export async function acceptsCertificate(
  host: CommandHost,
  input: RequestInput,
  error: unknown,
): Promise<boolean> {
  const certificate = refusedCertificate(error);
  if (certificate === undefined || host.terminal.json || !host.interaction.hasPerson) return false;
  // Whoever has another certificate than before is not trusted in passing: `pictor trust` says what has changed.
  if (certificate.trusted !== undefined || certificate.fingerprint === "" || !canBeSentAgain(input))
    return false;
  return askForCertificate(host, { certificate });
}
