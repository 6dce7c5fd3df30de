// What the controls of a form need besides their values. Each place that shows a form provides it.

import type { SeedMode } from "@pictor/client";
import { createContext, type ComponentChildren, type ComponentType } from "preact";
import { useContext } from "preact/hooks";
import type { OptionsFrom } from "./schema.js";
import type { Reference } from "./values.js";

/** For the seed of a form that makes several jobs one after the other. */
export interface SeedTools {
  readonly isSeed: (pointer: string) => boolean;
  readonly mode: () => SeedMode;
  readonly choose: (mode: SeedMode) => void;
}

/** For texts in the syntax of prompts. */
export interface PromptTools {
  readonly isPrompt: (pointer: string) => boolean;
  /** Names of LoRA files that match what follows `<lora:`. */
  readonly searchLoras: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** The button beside the label that explains the field and the syntax; `about` is the description of the field. */
  readonly Help: ComponentType<{ readonly about: string | undefined }>;
}

export interface FormTools {
  /** The choices of a setting with `x-optionsFrom` that match a search. */
  readonly searchChoices: (
    from: OptionsFrom,
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** Sends a file to the server. Resolves to what stands for it in the values. Absent: a path is typed. */
  readonly upload?: (file: File) => Promise<{ readonly $upload: string }>;
  /** An address of the bytes of an upload for `<img>`; the caller revokes it. */
  readonly uploadAddress?: (id: string) => Promise<string>;
  /** Stores a secret of the setting at a pointer. Resolves to the reference to it. Absent: secrets are references only. */
  readonly storeSecret?: (pointer: string, value: string) => Promise<Reference>;
  /** Secrets stay in the values, as they are typed: the values live in this page alone. */
  readonly holdsSecrets?: boolean;
  /** What stands beside the label of the setting at a pointer, such as a button that fills it. */
  readonly besideLabel?: (pointer: string) => ComponentChildren;
  /**
   * Opens the mask editor on an uploaded image, with a mask to go on with; resolves to the mask, or to nothing if the person has
   * cancelled.
   */
  readonly drawMask?: (imageId: string, maskId: string | undefined) => Promise<File | undefined>;
  readonly seed?: SeedTools;
  readonly prompt?: PromptTools;
  /** Whether descriptions are shown on request only, for a form in a narrow column. */
  readonly isCompact?: boolean;
}

export const FormToolsContext = createContext<FormTools>({ searchChoices: () => Promise.resolve([]) });
export const useFormTools = (): FormTools => useContext(FormToolsContext);
