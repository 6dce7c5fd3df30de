// Chooses where the end of a job is reported: the webhook of its request, else that of the configuration.

import type { JobRequest } from "@pictor/client";
import { inputInvalid, isAdministrator, type Caller } from "@pictor/features/base";
import { hasVariable, isWebAddress, referenceOf, type Configuration } from "@pictor/kernel";
import { fault } from "../contract/faults.js";

export interface WebhookTarget {
  readonly url: string;
  /** The reference to the secret that signs the message. */
  readonly secret: Readonly<Record<string, unknown>>;
  /** `remote`: no address of this machine, as for all requests of a token without the scope admin. */
  readonly addresses: "any" | "remote";
}

type Configured = NonNullable<Configuration["server"]>["webhook"];

/**
 * The webhook of a job; undefined for none. Throws `API_INPUT_INVALID`, `API_REFERENCE_REFUSED` for a secret that only
 * an administrator may name, and `API_WEBHOOK_UNSIGNED`.
 */
export function webhookTarget(
  { webhook }: Pick<JobRequest, "webhook">,
  configured: Configured,
  caller: Pick<Caller, "scopes">,
): WebhookTarget | undefined {
  const url = webhook?.url ?? configured?.url;
  if (url === undefined) return undefined;
  if (!isWebAddress(url) || hasVariable(url))
    throw inputInvalid("#/webhook/url", "an address with http: or https:", "another text");
  if (webhook?.secret !== undefined && !isAdministrator(caller))
    throw fault("API_REFERENCE_REFUSED", { pointer: "#/webhook/secret" });
  const secret = webhook?.secret ?? configured?.secret;
  if (secret === undefined) throw fault("API_WEBHOOK_UNSIGNED", {});
  if (referenceOf(secret) === undefined)
    throw inputInvalid("#/webhook/secret", 'a reference, such as { "$secret": "webhook" }', "another value");
  const isOwn = webhook?.url === undefined || isAdministrator(caller);
  return { url, secret, addresses: isOwn ? "any" : "remote" };
}
