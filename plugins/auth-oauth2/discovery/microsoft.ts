// Where Microsoft leaves the discovery specifications: one document for many tenants, and issuers by the tenant's id.

/** Microsoft Entra ID: its clouds, their older names, and the issuers of version 1.0. */
const entraHosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.windows.net",
  "sts.windows.net",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
  "login.chinacloudapi.cn",
  "sts.chinacloudapi.cn",
]);
/** Of those, the hosts of the public cloud that still serve version 1.0. */
const version1Hosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.windows.net",
  "sts.windows.net",
]);
/** Names that stand for many tenants: their document has `{tenantid}` in the issuer. */
const sharedTenants: ReadonlySet<string> = new Set(["common", "organizations", "consumers"]);
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const segmentsOf = ({ pathname }: URL): readonly string[] =>
  pathname.split("/").filter((part) => part !== "");

/** Whether an issuer's host belongs to the asked one. External ID names its issuer's host after the tenant's id. */
function isSameService(host: string, tenant: string, asked: string): boolean {
  if (entraHosts.has(asked)) return entraHosts.has(host);
  if (asked.endsWith(".b2clogin.com")) return host === asked;
  return asked.endsWith(".ciamlogin.com") && (host === asked || host === `${tenant}.ciamlogin.com`);
}

/**
 * Whether Microsoft answers with the issuer `found` when its address `asked` is asked: there a tenant's name becomes its
 * id, and a shared name becomes the template `{tenantid}`. A tenant that was asked for by id must come back as it is.
 */
export function isMicrosoftIssuer(found: string, asked: URL): boolean {
  const [, host, tenant] = /^https:\/\/([^/@?#]+)\/(?:tfp\/)?([^/?#]+)(?:\/[^?#]*)?$/.exec(found) ?? [];
  const [wanted = ""] = segmentsOf(asked).filter((part) => part !== "tfp");
  if (host === undefined || tenant === undefined || !isSameService(host, tenant, asked.hostname))
    return false;
  if (tenant === "{tenantid}") return sharedTenants.has(wanted);
  return guid.test(tenant) && (tenant === wanted || !guid.test(wanted));
}

/** The address of version 2.0 where version 1.0 was asked: its tokens name their audience differently. */
export function entraVersion2(asked: URL): string | undefined {
  const [tenant = "common", ...rest] = segmentsOf(asked);
  if (!version1Hosts.has(asked.hostname) || rest.includes("v2.0")) return undefined;
  return `https://login.microsoftonline.com/${tenant}/v2.0`;
}
