// Tests of a store with a passphrase.

import { readFile, writeFile } from "node:fs/promises";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { rejection, createStoreFixture } from "./testing/test-store.js";

const passphrase = "correct horse";
/** A cheap key derivation: the real one takes a third of a second. */
const sealing = { passphrase, keyCost: 16 };

describe("a file with a passphrase", () => {
  it("can be decrypted with it, and shows neither keys nor values", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open(sealing);
    expect(store.description).toMatch(/encrypted with your passphrase\)$/);
    await store.set("plain-key", "plain-value");
    expect(await readFile(path, "utf8")).not.toMatch(/plain/);
    expect(await (await open(sealing)).get("plain-key")).toBe("plain-value");
  });

  it("has a new nonce for each write, and the same salt", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open(sealing);
    const sealed = async () =>
      (JSON.parse(await readFile(path, "utf8")) as { sealed: { nonce: string; salt: string } }).sealed;
    await store.set("a", "1");
    const first = await sealed();
    await (await open(sealing)).set("a", "2");
    const second = await sealed();
    expect(second.salt).toBe(first.salt);
    expect(second.nonce).not.toBe(first.nonce);
    expect(Buffer.from(first.nonce, "base64")).toHaveLength(12);
  });

  it("refuses another passphrase and every changed byte, and is not changed", async () => {
    const { open, path } = await createStoreFixture();
    const store = await open(sealing);
    await store.set("a", "plain-value");
    const text = await readFile(path, "utf8");
    const error = await rejection(open({ ...sealing, passphrase: "wrong horse" }));
    expect(error).toMatchObject({
      code: "SECRETS_UNAVAILABLE",
      details: { reason: expect.stringMatching(/passphrase does not match/) },
    });
    expect(inspect(error)).not.toMatch(/horse|plain-value/);
    const { sealed } = JSON.parse(text) as { readonly sealed: Record<string, string> };
    const withPart = (part: string, value: string) =>
      JSON.stringify({ version: 1, sealed: { ...sealed, [part]: value } });
    const flipped = (part: string) => {
      const bytes = Buffer.from(sealed[part] ?? "", "base64");
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      return withPart(part, bytes.toString("base64"));
    };
    const shortTag = Buffer.from(sealed["tag"] ?? "", "base64")
      .subarray(0, 4)
      .toString("base64");
    for (const broken of [
      ...["salt", "nonce", "tag", "data"].map(flipped),
      withPart("tag", shortTag),
      withPart("tag", ""),
    ]) {
      await writeFile(path, broken);
      expect(await rejection(store.set("b", "c"))).toMatchObject({ code: "SECRETS_UNAVAILABLE" });
      expect(await readFile(path, "utf8")).toBe(broken);
    }
  });
});

it("a passphrase that is set later reads the plain file, reports that it is not encrypted, and encrypts it with the next change", async () => {
  const { open, path } = await createStoreFixture();
  await (await open()).set("a", "plain-value");
  const store = await open(sealing);
  expect(await store.get("a")).toBe("plain-value");
  expect(store.description).toMatch(/not encrypted until something in it changes\)$/);
  await store.set("b", "c");
  expect(store.description).toMatch(/encrypted with your passphrase\)$/);
  expect(await readFile(path, "utf8")).not.toContain("plain-value");
  expect(await (await open(sealing)).keys()).toEqual(["a", "b"]);
});
