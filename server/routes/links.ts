// Routes: signed links.

import type { Redact } from "@pictor/host";
import { fault } from "../contract/faults.js";
import { routesOf } from "../contract/match-route.js";
import type { Handlers } from "../http/handler.js";
import { readQuery } from "../http/read-parameters.js";
import type { RouteDependencies } from "./dependencies.js";

const standardSeconds = 600;
/** The origin for parsing an address, of which only the path and the query are used. */
const origin = "http://localhost";

/** The path and query of an address. Throws `API_INPUT_INVALID` if signed links do not exist for its route. */
function addressOf(path: string, index: number, redact: Redact): URL {
  const address = path.startsWith("/") && URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  const route =
    address?.origin === origin
      ? routesOf(address.pathname).find(({ linkable }) => linkable === true)
      : undefined;
  if (address === undefined || route === undefined)
    throw fault("API_INPUT_INVALID", {
      pointer: `/paths/${index}`,
      expected: "the path of an image, a thumbnail, a preview or an output",
      // Redacted before a part of a secret is cut off.
      found: JSON.stringify(redact(path).split("?", 1)[0]?.slice(0, 200)),
      suggestion: "",
    });
  readQuery(route.query ?? {}, address.searchParams);
  return address;
}

export const linkHandlers = ({ redact, links, clock }: RouteDependencies): Handlers<"createLinks"> => ({
  createLinks: ({ body: { paths, seconds = standardSeconds }, holder }) => {
    const addresses = paths.map((path, index) => addressOf(path, index, redact));
    const expiresAtMs = clock.now() + seconds * 1000;
    const signed = addresses.map((address, index) => ({
      path: paths[index] ?? "",
      href: links.sign(address, holder.tokenId, expiresAtMs),
      expiresAtMs,
    }));
    return { status: 200, json: { links: signed } };
  },
});
