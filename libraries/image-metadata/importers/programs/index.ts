// The programs whose metadata is imported, besides the formats that several programs share.

import type { ImportedProject } from "../../project/project.js";
import { importDrawThings } from "./draw-things.js";
import { importFooocus } from "./fooocus.js";
import { importInvokeAi } from "./invokeai.js";
import { importNovelAi } from "./novelai.js";
import { importSwarmUi } from "./swarmui.js";

/** Returns undefined when the program has written none of the texts. */
type ProgramImporter = (texts: Readonly<Record<string, string>>) => ImportedProject | undefined;

export const programs = {
  fooocus: { title: "metadata of Fooocus", importFrom: importFooocus },
  invokeai: { title: "metadata of InvokeAI", importFrom: importInvokeAi },
  novelai: { title: "metadata of NovelAI", importFrom: importNovelAi },
  swarmui: { title: "metadata of SwarmUI", importFrom: importSwarmUi },
  "draw-things": { title: "metadata of Draw Things", importFrom: importDrawThings },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly importFrom: ProgramImporter }>
>;
