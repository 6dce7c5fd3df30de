// The account that pays for partner nodes, whose classes run at another company: what POST /prompt carries for it.

import type { Catalog, Graph } from "@pictor/kernel/plugin";

type Credentials = Readonly<Partial<Record<"api_key_comfy_org" | "auth_token_comfy_org", string>>>;

/** A token of a sign-in is a JSON web token (RFC 7519); every other value is an API key. */
const webToken = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The members of `extra_data` by which the server gives `key` to its partner nodes, and shows it nowhere. */
export const partnerCredentials = (key: string): Credentials => {
  if (key === "") return {};
  return webToken.test(key) ? { auth_token_comfy_org: key } : { api_key_comfy_org: key };
};

/** Whether a graph has a partner node. A key is sent for such graphs only. */
export const hasPartnerNode = (graph: Graph, catalog: Catalog): boolean =>
  Object.values(graph).some(({ class_type: name }) => catalog.get(name)?.partner === true);
