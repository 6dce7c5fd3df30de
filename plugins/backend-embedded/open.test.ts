// An instance over a remote one that is an object of a class: every member reaches it.

import type { Backend, OutputFile, PromptState } from "@pictor/kernel/plugin";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "./open.js";

const file: OutputFile = {
  node: "9",
  filename: "a.png",
  subfolder: "",
  area: "output",
  mime: "image/png",
  address: "http://there/view",
};

class Remote implements Backend {
  readonly #seen: string[] = [];
  readonly facets = {};
  get seen(): readonly string[] {
    return this.#seen;
  }
  #see<Value>(name: string, value: Value): Promise<Value> {
    this.#seen.push(name);
    return Promise.resolve(value);
  }
  info() {
    return this.#see("info", { name: "r", kind: "remote", title: "R", version: "1", facets: [] });
  }
  catalog() {
    return this.#see("catalog", new Map());
  }
  events() {
    return this.#see("events", () => undefined);
  }
  submit() {
    return this.#see("submit", { promptId: "p", dropped: [] });
  }
  cancel() {
    return this.#see("cancel", "gone" as const);
  }
  state(): Promise<PromptState> {
    return this.#see("state", { state: "succeeded", outputs: [file] });
  }
  prompts() {
    return this.#see("prompts", []);
  }
  recall() {
    return this.#see("recall", undefined);
  }
  upload() {
    return this.#see("upload", "a.png");
  }
  async *fetchOutput() {
    yield await this.#see("fetchOutput", new Uint8Array());
  }
  close() {
    return this.#see("close", undefined);
  }
}

test("each call is made on the remote instance itself", async () => {
  const remote = new Remote();
  const opening = { name: "box", signal: new AbortController().signal };
  const settings = { kind: "embedded", port: 0 };
  const backend = await openEmbedded(settings, opening, { open: () => Promise.resolve(remote) });
  onTestFinished(() => backend.close());
  expect(await backend.info()).toMatchObject({ name: "box", kind: "embedded" });
  await backend.catalog();
  await backend.events(() => undefined);
  await backend.submit({ promptId: "p", graph: {} });
  await backend.cancel("p");
  const state = await backend.state("p");
  expect("outputs" in state && state.outputs[0]?.address).toMatch(/a\.png$/);
  await backend.prompts();
  await backend.recall("p");
  await backend.upload({ name: "a.png", mime: "image/png", open: () => backend.fetchOutput(file) });
  for await (const piece of backend.fetchOutput(file)) expect(piece).toHaveLength(0);
  await backend.close();
  const names = "info catalog events submit cancel state prompts recall upload fetchOutput close".split(" ");
  expect(remote.seen).toEqual(names);
});
