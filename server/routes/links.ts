// Routes: signed links.

import { cutText } from "@pictor/kernel";
import { readQuery } from "../http/read-parameters.js";
import { inputInvalid, ok } from "@pictor/features/base";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";

const standardSeconds = 600;
/** The origin for parsing an address, of which only the path and the query are used. */
const origin = "http://localhost";

/** The path and query of an address. Throws `API_INPUT_INVALID` if signed links do not exist for its route. */
function addressOf(path: string, index: number, { redact, routesOf }: RouteDependencies): URL {
  const address = path.startsWith("/") && URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  const route =
    address?.origin === origin
      ? routesOf(address.pathname).find(({ linkable }) => linkable === true)
      : undefined;
  if (address === undefined || route === undefined)
    throw inputInvalid(
      `#/paths/${index}`,
      "the path of an image, a thumbnail, a preview or an output",
      // The path is redacted before it is cut, so that no part of a secret remains.
      JSON.stringify(cutText(redact(path).split("?", 1)[0] ?? "", 200)),
    );
  readQuery(route.query ?? {}, address.searchParams);
  return address;
}

export const linkRoutes = {
  createLinks: route("POST /v1/links", {
    scope: "read",
    group: "entry",
    summary: "Addresses of images that work for a limited time without the token, for <img src>",
    body: "LinkRequest",
    replies: ok("LinkList", "The signed links, which end with the token and with the server"),
  }).handle(({ body: { paths, seconds = standardSeconds }, caller }, deps) => {
    const { links, clock } = deps;
    const addresses = paths.map((path, index) => addressOf(path, index, deps));
    const expiresAtMs = clock.now() + seconds * 1000;
    const signed = addresses.map((address, index) => ({
      path: paths[index] ?? "",
      href: links.sign(address, caller.tokenId, expiresAtMs),
      expiresAtMs,
    }));
    return { links: signed };
  }),
} as const;
