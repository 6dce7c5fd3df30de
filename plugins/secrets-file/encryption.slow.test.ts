// A store with a passphrase and the real cost of its key derivation.

import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createStoreFixture } from "./testing/test-store.js";

it("a file with a passphrase can be decrypted with the fixed cost of the key derivation", async () => {
  const { open, path } = await createStoreFixture();
  const sealed = {
    salt: "KMpgIf1M9kofIXNABvEamQ==",
    nonce: "WEFj87a0N8Vep6iP",
    tag: "7Ekq3iYbDKzF/Sg0DcQv+g==",
    data: "R1Vm0byAosmBfvhho3rUtO05YjOokrOqU4QP",
  };
  await writeFile(path, JSON.stringify({ version: 1, sealed }), { mode: 0o600 });
  expect(await (await open({ passphrase: "correct horse" })).get("plain-key")).toBe("plain-value");
});
