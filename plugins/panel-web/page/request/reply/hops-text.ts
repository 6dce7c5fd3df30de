// What the hops of a reply are: redirects, and requests that were sent again with the answer to a challenge. Pure.

import type { HttpReply } from "@pictor/client";

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];

/** Such as "2 redirects, 1 challenge answered"; empty for a single hop. */
export function hopsText(hops: readonly Pick<HttpReply["hops"][number], "status">[]): string {
  const followed = hops.slice(0, -1);
  const redirects = followed.filter(({ status }) => status >= 300 && status < 400).length;
  return [
    ...counted(redirects, "redirect", "redirects"),
    ...counted(followed.length - redirects, "challenge answered", "challenges answered"),
  ].join(", ");
}
