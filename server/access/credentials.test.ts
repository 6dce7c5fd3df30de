// Tokens of the server while other calls and other processes change them.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { createCredentials } from "./credentials.js";
import { readTokens } from "./token-file.js";

it("a token that is created while the server looks for revoked ones stays valid", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "pictor-tokens-")), "tokens.json");
  let wait: Promise<void> | undefined;
  const credentials = createCredentials(path, createFakeClock(), async (file) => {
    const [tokens, held] = [await readTokens(file), wait];
    await held;
    return tokens;
  });
  const first = await credentials.create("first", ["read"]);
  await credentials.holderOf(first.token);

  let go = (): void => undefined;
  wait = new Promise((resolve) => (go = resolve));
  const looking = credentials.refresh();
  await readTokens(path);
  wait = undefined;
  const second = await credentials.create("second", ["read"]);
  await credentials.holderOf(second.token);
  go();
  await looking;
  expect(credentials.isRevoked(second.record.id)).toBe(false);
});
