// A store with a passphrase: what stands in the file, and what a wrong passphrase may do.

import { readFile, writeFile } from "node:fs/promises";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { rejection, workshop } from "./store.test.support.js";

const passphrase = "correct horse";

/** Each key takes a third of a second on a machine that does nothing else. Milliseconds. */
const patience = { timeout: 60_000 };

describe("a file with a passphrase", patience, () => {
  it("is read again with it, and shows neither keys nor values", async () => {
    const { open, path } = await workshop();
    const store = await open({ passphrase });
    expect(store.description).toMatch(/encrypted with your passphrase\)$/);
    await store.set("plain-key", "plain-value");
    expect(await readFile(path, "utf8")).not.toMatch(/plain/);
    expect(await (await open({ passphrase })).get("plain-key")).toBe("plain-value");
  });

  it("has a new nonce at every write, and one salt", async () => {
    const { open, path } = await workshop();
    const store = await open({ passphrase });
    const sealed = async () =>
      (JSON.parse(await readFile(path, "utf8")) as { sealed: { nonce: string; salt: string } }).sealed;
    await store.set("a", "1");
    const first = await sealed();
    await (await open({ passphrase })).set("a", "2");
    const second = await sealed();
    expect(second.salt).toBe(first.salt);
    expect(second.nonce).not.toBe(first.nonce);
    expect(Buffer.from(first.nonce, "base64")).toHaveLength(12);
  });

  it("refuses another passphrase, and every changed byte, and stays as it is", async () => {
    const { open, path } = await workshop();
    const store = await open({ passphrase });
    await store.set("a", "plain-value");
    const text = await readFile(path, "utf8");
    const error = await rejection(open({ passphrase: "wrong horse" }));
    expect(error).toMatchObject({
      code: "SECRETS_UNAVAILABLE",
      details: { reason: expect.stringMatching(/passphrase does not fit/) },
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

describe("a passphrase that is set later", patience, () => {
  it("reads what is there, says that it is not encrypted, and encrypts it with the next change", async () => {
    const { open, path } = await workshop();
    await (await open()).set("a", "plain-value");
    const store = await open({ passphrase });
    expect(await store.get("a")).toBe("plain-value");
    expect(store.description).toMatch(/not encrypted until something in it changes\)$/);
    await store.set("b", "c");
    expect(store.description).toMatch(/encrypted with your passphrase\)$/);
    expect(await readFile(path, "utf8")).not.toContain("plain-value");
    expect(await (await open({ passphrase })).keys()).toEqual(["a", "b"]);
  });
});
