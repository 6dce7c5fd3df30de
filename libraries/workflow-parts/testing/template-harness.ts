// For tests of templates: a kernel with the plugins under test, images on disk, and an embedded backend to run on.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FeatureUse, GenerationResult, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { createTestFolder, createTestPictor } from "@pictor/host/testing";
import type { Size } from "@pictor/images/formats";
import { createGrayPng } from "./gray-png.js";

/** The workflow to build or run. */
export interface TemplateRequest {
  readonly workflow: string;
  readonly params?: Params;
  readonly features?: readonly FeatureUse[];
}

/** Builds and runs workflows. */
export interface TemplateHarness {
  /** Absolute path of an image by its name. */
  path(name: string): string;
  /** The draft of the first batch. */
  build(request: TemplateRequest): Promise<WorkflowDraft>;
  /** Generates on an embedded backend, which must be among the plugins. */
  run(request: TemplateRequest): Promise<GenerationResult>;
  /** Disposes the kernel and deletes the images. */
  dispose(): Promise<void>;
}

/** `plugins` are plugin folders; `images` are file names with the size of the image to create. */
export async function createTemplateHarness(
  plugins: readonly string[],
  images: Readonly<Record<string, Size>> = {},
): Promise<TemplateHarness> {
  const folder = createTestFolder();
  for (const [name, size] of Object.entries(images)) writeFileSync(join(folder, name), createGrayPng(size));
  const { pictor, dispose } = await createTestPictor({
    plugins,
    defaultBackends: [{ name: "embedded", settings: { kind: "embedded" } }],
  });
  return {
    path: (name) => join(folder, name),
    async build(request) {
      const { drafts } = await pictor.build(request);
      const [draft] = drafts;
      if (draft === undefined) throw new TypeError("the build returned no draft");
      return draft;
    },
    run: (request) => pictor.generate({ ...request, directory: folder }).result,
    async dispose() {
      await dispose();
    },
  };
}
