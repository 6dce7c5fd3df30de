// Microsoft's deviations from the discovery specifications: one document for many tenants, and issuers by tenant id.

/** Microsoft Entra ID: the hosts of its clouds, their older names, and the hosts of version 1.0 issuers. */
const entraHosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.windows.net",
  "sts.windows.net",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
  "login.chinacloudapi.cn",
  "sts.chinacloudapi.cn",
]);
/** Hosts of the public cloud that still serve version 1.0. */
const version1Hosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.windows.net",
  "sts.windows.net",
]);
/** Tenant names that stand for many tenants. Their document has the template `{tenantid}` in its issuer. */
const sharedTenants: ReadonlySet<string> = new Set(["common", "organizations", "consumers"]);
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const segmentsOf = ({ pathname }: URL): readonly string[] =>
  pathname.split("/").filter((part) => part !== "");

/** Host and tenant of an issuer of Microsoft's form. */
function partsOf(issuer: string): { readonly host?: string; readonly tenant?: string } {
  const [, host, tenant] = /^https:\/\/([^/@?#]+)\/(?:tfp\/)?([^/?#]+)(?:\/[^?#]*)?$/.exec(issuer) ?? [];
  return host === undefined || tenant === undefined ? {} : { host, tenant };
}

/** Whether an issuer on `host` may answer for a document on `requestedHost`. External ID puts the tenant id into the host. */
function isSameService(host: string, tenant: string, requestedHost: string): boolean {
  if (entraHosts.has(requestedHost)) return entraHosts.has(host);
  if (requestedHost.endsWith(".b2clogin.com")) return host === requestedHost;
  return (
    requestedHost.endsWith(".ciamlogin.com") && (host === requestedHost || host === `${tenant}.ciamlogin.com`)
  );
}

/**
 * Whether Microsoft may name `issuer` in the document at the URL `requested`: a tenant's name becomes its id there, and a
 * shared name becomes the template `{tenantid}`. A tenant that was requested by id must stay unchanged.
 */
export function isMicrosoftIssuer(issuer: string, requested: URL): boolean {
  const { host, tenant } = partsOf(issuer);
  const [requestedTenant = ""] = segmentsOf(requested).filter((part) => part !== "tfp");
  if (host === undefined || tenant === undefined || !isSameService(host, tenant, requested.hostname))
    return false;
  if (tenant === "{tenantid}") return sharedTenants.has(requestedTenant);
  return guid.test(tenant) && (tenant === requestedTenant || !guid.test(requestedTenant));
}

/** Whether an issuer is Microsoft's template for many tenants. On any other host a template would accept every issuer. */
export function isTenantTemplate(issuer: string): boolean {
  const { host = "", tenant } = partsOf(issuer);
  return tenant === "{tenantid}" && entraHosts.has(host);
}

/** The issuer of one tenant. `tenant` comes from a response; unless it is an id, the template is returned unchanged. */
export const issuerOfTenant = (template: string, tenant: unknown): string =>
  typeof tenant === "string" && guid.test(tenant) ? template.replace("{tenantid}", tenant) : template;

/** The URL of version 2.0 if version 1.0 was requested, whose tokens have another form of audience. */
export function entraVersion2(requested: URL): string | undefined {
  const [tenant = "common", ...rest] = segmentsOf(requested);
  if (!version1Hosts.has(requested.hostname) || rest.includes("v2.0")) return undefined;
  return `https://login.microsoftonline.com/${tenant}/v2.0`;
}
