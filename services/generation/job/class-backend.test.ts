// A backend and its facets may be instances of classes: nothing of them is copied, and every method is called with `this`.

import { expect, it } from "vitest";
import type { Backend, LifecycleFacet, OutputFile, InputFile, WorkflowDraft } from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";
import { createFakeBackend, fakeBackendPlugin, type FakeBackendOptions } from "../../testing/fake-backend.js";
import { fakeWorkflow, inlinePlugin, openPictor } from "../../testing/fake-plugins.js";

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

/** Whatever is called without its instance as `this` throws, because a private member is read. */
class ClassBackend {
  readonly #seen: Seen;
  readonly #hasFolders: boolean;
  readonly process = new Process();
  constructor(inner: Backend, seen: Seen, hasFolders: boolean) {
    this.#seen = seen;
    this.#hasFolders = hasFolders;
    const isOwn = (found: unknown): boolean => typeof found === "object" && found !== null && #seen in found;
    const methods = Object.entries(inner).filter(([, method]) => typeof method === "function");
    for (const [name, method] of methods as [string, (...given: unknown[]) => unknown][])
      Object.defineProperty(ClassBackend.prototype, name, {
        configurable: true,
        value(this: unknown, ...given: unknown[]) {
          if (!isOwn(this)) throw new TypeError(`${name} was called without its instance`);
          return method(...given);
        },
      });
  }
  get facets() {
    const folders = new Folders(this.#seen);
    const files = { localFiles: folders, localOutput: folders, retention: folders };
    return { lifecycle: this.process, ...(this.#hasFolders ? files : {}) };
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
  const own = fakeBackendPlugin(() => Promise.resolve(backend as unknown as Backend));
  const test = await openPictor([own, fakeWorkflow, reads, saves]);
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
