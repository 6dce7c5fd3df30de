// Functions for the controls of the form: choices of the draft's backend, uploads, the syntax of prompts, the handling
// of the seed.

import { uploadFile } from "../../api/send-file.js";
import { calls } from "../../api/session.js";
import type { FormTools } from "../../dialect/tools.js";
import { draft } from "../../draft/current-draft.js";
import { seedModeOf, withSeedMode } from "../../draft/draft.js";
import { randomSeed } from "../../controls/seed-control.js";
import { pinnedOf, togglePin } from "../../draft/pins.js";
import { PromptHelp } from "./prompt-help.js";

const shownChoices = 60;
const shownLoras = 8;

async function searchChoices(
  { class: nodeClass, input }: { readonly class: string; readonly input: string },
  search: string,
  signal: AbortSignal,
  limit = shownChoices,
): Promise<readonly string[]> {
  const { backend } = draft.peek();
  const query = { class: nodeClass, input, search, limit, ...(backend !== undefined && { backend }) };
  return (await calls().listChoices({ query, signal })).choices;
}

const readUpload = async (id: string): Promise<Blob> =>
  (await calls().readUploadFile({ params: { id } })).blob();

async function drawMask(imageId: string, maskId: string | undefined): Promise<File | undefined> {
  const { openMaskEditor } = await import("../../gallery/mask-editor.js");
  const mask = maskId === undefined ? undefined : await readUpload(maskId);
  return openMaskEditor(await readUpload(imageId), mask);
}

export const formTools: FormTools = {
  isCompact: true,
  searchChoices,
  asks: (pointer) => pointer.startsWith("/features/"),
  drawMask,
  readUpload,
  upload: uploadFile,
  pins: {
    at: (pointer) => (pointer === "/params" ? pinnedOf(draft.value.workflow) : []),
    toggle: (name) => togglePin(draft.peek().workflow, name),
  },
  seed: {
    isSeed: (pointer) => pointer === "/params/seed",
    mode: () => seedModeOf(draft.value),
    choose: (mode) => (draft.value = withSeedMode(draft.value, mode, randomSeed())),
  },
  prompt: {
    isPrompt: (pointer) => pointer === "/params/prompt" || pointer === "/params/negative",
    searchLoras: (text, signal) =>
      searchChoices({ class: "LoraLoader", input: "lora_name" }, text, signal, shownLoras),
    Help: PromptHelp,
  },
};
