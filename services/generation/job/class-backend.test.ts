// A backend and its facets may be instances of classes: nothing of them is copied, and every method is called with `this`.

import { expect, it, onTestFinished } from "vitest";
import type { Backend, LifecycleFacet, OutputFile, Plugin, InputFile, WorkflowDraft } from "@pictor/kernel";
import { createTestPictor } from "@pictor/host/testing";
import { promptLimits } from "@pictor/prompt-life";
import { createFakeBackend, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeConfiguration, fakeWorkflow, inlinePlugin } from "../../testing/fake-plugins.js";

class Seen {
  readonly #names: string[] = [];
  see(name: string): void {
    this.#names.push(name);
  }
  get names(): readonly string[] {
    return this.#names;
  }
}

class Folders {
  readonly #seen: Seen;
  constructor(seen: Seen) {
    this.#seen = seen;
  }
  put(area: string, name: string): Promise<string> {
    this.#seen.see(`put ${area}/${name}`);
    return Promise.resolve(name);
  }
  async *open(file: OutputFile): AsyncIterable<Uint8Array> {
    this.#seen.see(`open ${file.filename}`);
    yield await Promise.resolve(new Uint8Array([1]));
  }
  release(file: OutputFile): void {
    this.#seen.see(`release ${file.filename}`);
  }
}

class Process implements LifecycleFacet {
  #isRunning = false;
  state() {
    return Promise.resolve({ state: "stopped" } as const);
  }
  start(): Promise<void> {
    this.#isRunning = true;
    return Promise.resolve();
  }
  restart(): Promise<void> {
    return this.start();
  }
  get isRunning(): boolean {
    return this.#isRunning;
  }
}

class ClassBackend implements Backend {
  readonly #inner: Backend;
  readonly #seen: Seen;
  readonly #hasFolders: boolean;
  readonly process = new Process();
  constructor(inner: Backend, seen: Seen, hasFolders: boolean) {
    this.#inner = inner;
    this.#seen = seen;
    this.#hasFolders = hasFolders;
  }
  get facets() {
    const folders = new Folders(this.#seen);
    const files = { localFiles: folders, localOutput: folders, retention: folders };
    return { lifecycle: this.process, ...(this.#hasFolders ? files : {}) };
  }
  info(options?: Parameters<Backend["info"]>[0]) {
    return this.#inner.info(options);
  }
  catalog(options?: Parameters<Backend["catalog"]>[0]) {
    return this.#inner.catalog(options);
  }
  events(...given: Parameters<Backend["events"]>) {
    return this.#inner.events(...given);
  }
  submit(...given: Parameters<Backend["submit"]>) {
    return this.#inner.submit(...given);
  }
  cancel(...given: Parameters<Backend["cancel"]>) {
    return this.#inner.cancel(...given);
  }
  state(...given: Parameters<Backend["state"]>) {
    return this.#inner.state(...given);
  }
  prompts(options?: Parameters<Backend["prompts"]>[0]) {
    return this.#inner.prompts(options);
  }
  fetchSubmission(...given: Parameters<Backend["fetchSubmission"]>) {
    return this.#inner.fetchSubmission(...given);
  }
  upload(...given: Parameters<Backend["upload"]>) {
    return this.#inner.upload(...given);
  }
  fetchOutput(...given: Parameters<Backend["fetchOutput"]>) {
    return this.#inner.fetchOutput(...given);
  }
  close() {
    return this.#inner.close();
  }
}

const cat: InputFile = {
  name: "cat.png",
  mime: "image/png",
  async *open() {
    yield await Promise.resolve(new Uint8Array([1]));
  },
};
const reads = inlinePlugin(
  "workflow-reads",
  [{ hook: "buildWorkflow", handler: "read", phase: "finish", when: { workflow: "fake" } }],
  { read: (draft: WorkflowDraft): WorkflowDraft => ({ ...draft, inputs: [cat] }) },
);
const saves = inlinePlugin("output-saves", [{ hook: "afterOutput", handler: "save" }], {
  save: async (output: { open(): AsyncIterable<Uint8Array> }) => {
    for await (const _bytes of output.open());
    return { ...output, path: "/saved.png" };
  },
});

async function start(hasFolders: boolean, options: FakeBackendOptions = {}) {
  const fake = createFakeBackend(options);
  const seen = new Seen();
  const backend = new ClassBackend(fake.backend, seen, hasFolders);
  const plugin: Plugin = () => ({
    provides: { backends: { fake: { open: () => Promise.resolve(backend) } } },
  });
  const test = await createTestPictor({
    plugins: [{ manifest: fake.manifest, plugin }, fakeWorkflow, reads, saves],
    configuration: fakeConfiguration,
  });
  onTestFinished(test.dispose);
  expect(test.pictor.problems()).toEqual([]);
  return { ...test, fake, backend, seen };
}

it("a whole generation runs on it, and the kernel closes it", async () => {
  const { pictor, clock, fake, backend, dispose } = await start(false);
  const generation = pictor.generate({ workflow: "fake" });
  await clock.advance(promptLimits.recordMs);
  expect(await generation.result).toMatchObject({
    status: "finished",
    problems: [],
    outputs: [{ index: 0 }],
  });
  expect(fake.calls).toEqual(expect.arrayContaining(["upload", "submit", "state", "fetchOutput"]));
  expect(backend.process.isRunning).toBe(true);
  await dispose();
  expect(fake.calls.at(-1)).toBe("close");
});

it("its file facets are used", async () => {
  const { pictor, clock, fake, seen } = await start(true);
  const generation = pictor.generate({ workflow: "fake" });
  await clock.advance(promptLimits.recordMs);
  expect(await generation.result).toMatchObject({ status: "finished", problems: [] });
  expect(seen.names).toEqual(["put input/cat.png", "open a.png", "release a.png"]);
  expect(fake.calls).not.toContain("upload");
});

it("a cancelled job interrupts its prompt", async () => {
  const { pictor, clock, fake } = await start(false, { fate: "running" });
  const generation = pictor.generate({ workflow: "fake" });
  await clock.advance(0);
  const cancelling = generation.cancel();
  await clock.advance(promptLimits.recordMs);
  expect(await cancelling).toMatchObject({ status: "interrupted" });
  expect(fake.calls).toContain("cancel");
});

it("a prompt can be submitted and followed later", async () => {
  const { pictor, clock, fake } = await start(false);
  const submitted = await pictor.submit({ workflow: "fake" });
  expect(submitted).toMatchObject({ status: "submitted" });
  await clock.advance(0);
  const { promptIds } = submitted as Extract<typeof submitted, { readonly status: "submitted" }>;
  const following = pictor.attach({ promptId: promptIds[0] ?? "" });
  await clock.advance(promptLimits.recordMs);
  expect(await following.result).toMatchObject({ status: "finished", outputs: [{ index: 0 }] });
  expect(fake.calls).toContain("fetchSubmission");
});
