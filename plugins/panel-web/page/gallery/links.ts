// Addresses of images for <img> and <video>, which cannot send a header. The page requests many signed links at once
// and renews them before they expire.

import type { SignedLink } from "@pictor/client";
import { signal } from "@preact/signals";
import { calls } from "../api/session.js";
import { chunksOf } from "./selection.js";

const perRequest = 500;
const maxKept = 2000;
const validSeconds = 3600;
const renewBeforeMs = 300_000;
const collectMs = 15;

const links = signal<ReadonlyMap<string, SignedLink>>(new Map());
const wanted = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

async function request(): Promise<void> {
  timer = undefined;
  const paths = [...wanted];
  wanted.clear();
  for (const some of chunksOf(paths, perRequest)) {
    try {
      const reply = await calls().createLinks({ body: { paths: some, seconds: validSeconds } });
      const next = new Map(links.value);
      for (const link of reply.links) {
        next.delete(link.path);
        next.set(link.path, link);
      }
      links.value = new Map([...next].slice(-maxKept));
    } catch {
      // If the connection is lost, the page's bar reports it. An image that is shown later requests its link again.
    }
  }
}

function want(path: string): void {
  wanted.add(path);
  timer ??= setTimeout(() => void request(), collectMs);
}

/**
 * The signed address of a path; undefined until it has been received. A component that reads it is drawn again when it
 * arrives.
 */
export function linkTo(path: string): string | undefined {
  const link = links.value.get(path);
  if (link === undefined || link.expiresAtMs - Date.now() < renewBeforeMs) want(path);
  return link?.href;
}

export const hasLink = (path: string): boolean => links.peek().has(path);

/** Requests a new link in place of one that did not work. */
export const renewLink = want;

// Images that are shown for a long time request a new link before their link expires.
setInterval(() => {
  const now = Date.now();
  const isOld = (link: SignedLink): boolean => link.expiresAtMs - now < renewBeforeMs;
  if ([...links.value.values()].some(isOld)) links.value = new Map(links.value);
}, 60_000);
