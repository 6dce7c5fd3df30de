// An embedded backend calls the methods of the remote backend on that object, which may be an instance of a class.

import { outputFile } from "@pictor/host/testing";
import type { Backend, PromptState } from "@pictor/kernel/plugin";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "./open.js";

const file = outputFile({ address: "http://remote/view" });

class Remote implements Backend {
  readonly #calls: string[] = [];
  readonly facets = {};
  get calls(): readonly string[] {
    return this.#calls;
  }
  #record<Value>(name: string, value: Value): Promise<Value> {
    this.#calls.push(name);
    return Promise.resolve(value);
  }
  info() {
    return this.#record("info", { name: "r", kind: "remote", title: "R", version: "1", facets: [] });
  }
  catalog() {
    return this.#record("catalog", new Map());
  }
  events() {
    return this.#record("events", () => undefined);
  }
  submit() {
    return this.#record("submit", { promptId: "p", dropped: [] });
  }
  cancel() {
    return this.#record("cancel", "gone" as const);
  }
  state(): Promise<PromptState> {
    return this.#record("state", { state: "succeeded", outputs: [file] });
  }
  prompts() {
    return this.#record("prompts", []);
  }
  fetchSubmission() {
    return this.#record("fetchSubmission", undefined);
  }
  upload() {
    return this.#record("upload", "a.png");
  }
  async *fetchOutput() {
    yield await this.#record("fetchOutput", new Uint8Array());
  }
  close() {
    return this.#record("close", undefined);
  }
}

test("every method is called on the remote backend itself", async () => {
  const remote = new Remote();
  const opening = { name: "box", signal: new AbortController().signal };
  const settings = { kind: "embedded", port: 0 };
  const backend = await openEmbedded(settings, opening, {
    open: () => Promise.resolve(remote),
    openInstance: () => Promise.reject(new Error("not needed")),
  });
  onTestFinished(() => backend.close());
  expect(await backend.info()).toMatchObject({ name: "box", kind: "embedded" });
  await backend.catalog();
  await backend.events(() => undefined);
  await backend.submit({ promptId: "p", graph: {} });
  await backend.cancel("p");
  const state = await backend.state("p");
  expect("outputs" in state && state.outputs[0]?.address).toMatch(/a\.png$/);
  await backend.prompts();
  await backend.fetchSubmission("p");
  await backend.upload({ name: "a.png", mime: "image/png", open: () => backend.fetchOutput(file) });
  for await (const piece of backend.fetchOutput(file)) expect(piece).toHaveLength(0);
  await backend.close();
  const names =
    "info catalog events submit cancel state prompts fetchSubmission upload fetchOutput close".split(" ");
  expect(remote.calls).toEqual(names);
});
