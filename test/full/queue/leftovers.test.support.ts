// Compares what is in Redis, after all prompts have ended and all workers have left, with what the README of the plugin says.

import type { Redis } from "ioredis";

/** Keys that stay, and whether they have a lifetime in Redis; the others are dropped by the workers. */
const expected: readonly (readonly [name: RegExp, hasLifetime: boolean])[] = [
  [/^prompt:/, true],
  [/^worker:/, true],
  [/^alive:/, true],
  [/^begun:/, true],
  [/^preview:/, true],
  [/^events:/, true],
  [/^rounds:/, true],
  [/^wake:/, true],
  [/^sweep$/, true],
  [/^(heads|needs|owners|retired|workers)$/, false],
  [/^ready:q[0-9a-f]{20}$/, false],
  // Of BullMQ, for each capability set: the jobs that have ended, which it removes when their time is over.
  [/^q[0-9a-f]{20}:(meta|id|events|marker|pc|completed|failed)$/, false],
  [/^q[0-9a-f]{20}:prompt-\d+$/, false],
  [/^q[0-9a-f]{20}:stalled-check$/, true],
];

/** The keys that should not be there, or that have no lifetime and should have one. */
export async function leftovers(client: Redis, prefix: string): Promise<readonly string[]> {
  const keys = await client.keys(`{${prefix}}:*`);
  const wrong: string[] = [];
  for (const key of keys) {
    const rule = expected.find(([name]) => name.test(key.slice(prefix.length + 3)));
    const ttl = await client.pttl(key);
    if (ttl === -2) continue;
    if (rule === undefined) wrong.push(key);
    else if (rule[1] && ttl < 0) wrong.push(`${key} has no lifetime`);
  }
  return wrong;
}
