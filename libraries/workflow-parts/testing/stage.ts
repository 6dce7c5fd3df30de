// For tests of templates: a kernel with one plugin, pictures on disk, and an embedded backend to run on.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FeatureUse, GenerationResult, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { createTestKernel } from "@pictor/kernel/testing";
import { pngOf } from "./pictures.js";
import type { Size } from "../upscale/upscaled.js";

/** What is built or run. */
export interface StageRequest {
  readonly workflow: string;
  readonly params?: Params;
  readonly features?: readonly FeatureUse[];
}

export interface TemplateStage {
  /** Absolute path of one of the pictures. */
  path(name: string): string;
  /** The draft of the first batch. */
  build(request: StageRequest): Promise<WorkflowDraft>;
  /** Runs it on an embedded backend. */
  run(request: StageRequest): Promise<GenerationResult>;
  /** Ends the kernel and removes the pictures. */
  dispose(): Promise<void>;
}

/** `plugins` are folders: the template's own, that of the backend for `run`, and those of add-ons. */
export async function templateStage(
  plugins: readonly string[],
  pictures: Readonly<Record<string, Size>> = {},
): Promise<TemplateStage> {
  const folder = mkdtempSync(join(tmpdir(), "pictor-template-"));
  for (const [name, size] of Object.entries(pictures)) writeFileSync(join(folder, name), pngOf(size));
  const { kernel, dispose } = await createTestKernel({
    plugins,
    defaultBackends: [{ name: "embedded", settings: { kind: "embedded" } }],
  });
  return {
    path: (name) => join(folder, name),
    async build(request) {
      const { drafts } = await kernel.build(request);
      const [draft] = drafts;
      if (draft === undefined) throw new TypeError("nothing was built");
      return draft;
    },
    run: (request) => kernel.generate({ ...request, directory: folder }).result,
    async dispose() {
      await dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
