// Uploaded files are kept by their contents, and the oldest ones are deleted when there are too many.

import type { InputFile } from "@pictor/kernel/plugin";
import { expect, it, onTestFinished } from "vitest";
import { checkpointGraph } from "../testing/checkpoint-graph.js";
import { UploadStore, type StoredFile } from "./upload-store.js";

const fileOf = (name: string, text: string): InputFile => ({
  name,
  mime: "image/png",
  length: text.length,
  async *open() {
    yield await Promise.resolve(Buffer.from(text));
  },
});

async function textOf({ file }: StoredFile): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of file.open()) parts.push(part);
  return Buffer.concat(parts).toString();
}

function open(...given: ConstructorParameters<typeof UploadStore>) {
  const store = new UploadStore(...given);
  onTestFinished(() => store.close());
  return store;
}

it("overwrites no name that has other contents", async () => {
  const store = open(() => []);
  const first = await store.add(fileOf("cat.png", "a cat"));
  const second = await store.add(fileOf("cat.png", "another cat"));
  expect(first).toBe("cat.png");
  expect(second).toMatch(/^cat-[0-9a-f]{16}\.png$/);
  const texts = [first, second].map(async (name) => textOf(store.find(name)!));
  expect(await Promise.all(texts)).toEqual(["a cat", "another cat"]);
});

it("deletes the oldest files that no waiting graph names", async () => {
  const store = open(() => [checkpointGraph("a.safetensors", "needed.png")], 10);
  await store.add(fileOf("needed.png", "123456"));
  await store.add(fileOf("old.png", "abcdef"));
  await store.add(fileOf("new.png", "ABCDEF"));
  expect(["needed.png", "old.png", "new.png"].map((name) => store.find(name) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
});

it("reports progress, and leaves nothing behind after a failure", async () => {
  const store = open(() => []);
  const sent: number[] = [];
  await store.add(fileOf("a.png", "12345"), { progress: (bytes) => sent.push(bytes) });
  expect(sent).toEqual([5]);
  const broken: InputFile = {
    ...fileOf("b.png", ""),
    async *open() {
      yield await Promise.reject<Uint8Array>(new Error("the file is gone"));
    },
  };
  await expect(store.add(broken)).rejects.toThrow("the file is gone");
  expect(store.find("b.png")).toBeUndefined();
});

it("says which file is gone", async () => {
  const store = open(() => [], 0);
  const first = await store.add(fileOf("cat.png", "a cat"));
  const found = store.find(first)!;
  // Contents that nobody needs are deleted.
  await store.add(fileOf("dog.png", "a dog"));
  await expect(textOf(found)).rejects.toMatchObject({ code: "INPUT_NOT_READABLE" });
});

it("keeps contents that are stored again while they are deleted", async () => {
  const store = open(() => [], 10);
  await store.add(fileOf("first.png", "123456"));
  const names = ["again.png", "other.png", "again.png", "third.png", "again.png"];
  await Promise.all(names.map((name) => store.add(fileOf(name, name === "again.png" ? "123456" : name))));
  const last = names.map((name) => store.find(name)).filter((found) => found !== undefined);
  expect(last.length).toBeGreaterThan(0);
  for (const found of last) expect(await textOf(found)).not.toBe("");
});
