// What the hops of a reply are: redirects, and requests that were sent again with the answer to a challenge. Pure.

import type { HttpReply } from "@pictor/client";
import { counted } from "../../parts/texts.js";

/** Such as "2 redirects, 1 challenge answered"; empty for a single hop. */
export function hopsText(hops: readonly Pick<HttpReply["hops"][number], "status">[]): string {
  const followed = hops.slice(0, -1);
  const redirects = followed.filter(({ status }) => status >= 300 && status < 400).length;
  const answered = followed.length - redirects;
  const texts = [
    redirects > 0 && counted(redirects, "redirect"),
    answered > 0 && counted(answered, "challenge answered", "challenges answered"),
  ];
  return texts.filter(Boolean).join(", ");
}
