// Secrets of several owners in one store: namespaces, opening on first use, and stores that fail.

import { describe, expect, it } from "vitest";
import { fault } from "@pictor/kernel";
import { createMemoryStore } from "./memory-store.js";
import { Vault } from "./vault.js";

const kinds = () => [{ id: "file", title: "File", plugin: "secrets-x" }];

function vaultOf(store: string, open = () => Promise.resolve(createMemoryStore())) {
  const hidden: string[] = [];
  const parts = { provides: { secretStores: { file: { open } } } };
  const provided = { secretStore: () => Promise.resolve(parts.provides.secretStores.file) };
  const vault = new Vault(store, kinds, provided, (secret) => void hidden.push(secret));
  return { vault, hidden };
}

describe("the vault", () => {
  it("separates owners, even if one's name is a prefix of another's", async () => {
    const { vault } = vaultOf("memory");
    await vault.scope("plugin/a").set("key", "of a");
    await vault.scope("plugin/a/b").set("key", "of b");
    await vault.named.set("key", "of the person");
    expect(await vault.scope("plugin/a").get("key")).toBe("of a");
    expect(await vault.scope("plugin/b").keys()).toEqual([]);
    expect(await vault.named.names()).toEqual(["key"]);
  });

  it("forgets what is deleted", async () => {
    const { vault } = vaultOf("memory");
    await vault.named.set("key", "value");
    await vault.named.delete("key");
    await vault.named.delete("key");
    expect(await vault.scope("secret").get("key")).toBeUndefined();
  });

  it("hides a named secret once it is set", async () => {
    const { vault, hidden } = vaultOf("memory");
    await vault.named.set("key", "TOP-SECRET");
    expect(hidden).toEqual(["TOP-SECRET"]);
  });

  it("opens a plugin's store once, on first use, and closes it", async () => {
    let opened = 0;
    let closed = 0;
    const open = () => {
      opened++;
      return Promise.resolve({ ...createMemoryStore(), close: () => void (closed += 1) });
    };
    const { vault } = vaultOf("file", open);
    expect(opened).toBe(0);
    await Promise.all([vault.named.describe(), vault.named.names()]);
    await vault.close();
    expect([opened, closed]).toEqual([1, 1]);
  });

  it("tries a store that could not be opened again", async () => {
    let attempts = 0;
    const open = () =>
      attempts++ === 0
        ? Promise.reject(fault("SECRETS_UNAVAILABLE", { store: "file", reason: "it is locked" }))
        : Promise.resolve(createMemoryStore());
    const { vault } = vaultOf("file", open);
    await expect(vault.named.names()).rejects.toMatchObject({ code: "SECRETS_UNAVAILABLE" });
    expect(await vault.named.names()).toEqual([]);
  });

  it("names the known stores", async () => {
    await expect(vaultOf("flie").vault.named.describe()).rejects.toMatchObject({
      code: "SECRETS_STORE_UNKNOWN",
      details: { known: "memory, file", suggestion: ' Did you mean "file"?' },
    });
  });

  it("runs work under one key one at a time", async () => {
    const { vault } = vaultOf("memory");
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    const scope = vault.scope("a");
    await scope.exclusively("k", (lock) => lock.confirm());
    await Promise.all([scope.exclusively("k", work("one")), scope.exclusively("k", work("two"))]);
    expect(order).toEqual(["one begins", "one ends", "two begins", "two ends"]);
  });
});
