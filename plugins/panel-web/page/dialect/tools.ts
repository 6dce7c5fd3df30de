// Functions that the controls of a form need besides their values. Each place that shows a form provides them.

import type { SeedMode, TextField } from "@pictor/client";
import { createContext, type ComponentChildren, type ComponentType } from "preact";
import { useContext } from "preact/hooks";
import type { ControlAttributes } from "../parts/control-attributes.js";

/** Functions for the seed of a form that makes several jobs one after the other. */
export interface SeedTools {
  readonly isSeed: (pointer: string) => boolean;
  readonly mode: () => SeedMode;
  readonly choose: (mode: SeedMode) => void;
}

/** Functions for texts in the syntax of prompts. */
export interface PromptTools {
  readonly isPrompt: (pointer: string) => boolean;
  /** Searches the names of LoRA files that match the text after `<lora:`. */
  readonly searchLoras: (text: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** The button beside the label that explains the field and the prompt syntax; `about` is the description of the field. */
  readonly Help: ComponentType<{ readonly about: string | undefined }>;
}

/** Functions for the advanced settings that the user wants to see among the basic ones. */
export interface PinTools {
  /** The names of the pinned settings of the object at a pointer. */
  readonly at: (pointer: string) => readonly string[];
  readonly toggle: (name: string) => void;
}

/** A field for a text that replaces the plain one, such as a field that completes variables. */
export interface TextFieldProps {
  readonly control?: ControlAttributes;
  readonly value: string;
  readonly placeholder?: string | undefined;
  /** Number of lines; absent for a field of one line. */
  readonly rows?: number;
  readonly isCode?: boolean;
  /** Whether the typed text is hidden. */
  readonly isSecret?: boolean;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
}

export interface FormTools {
  /** The field for texts and secrets. Default: a plain one. */
  readonly Text?: ComponentType<TextFieldProps>;
  /** Searches the choices of a setting with `x-optionsFrom`. Default: there are none. */
  readonly searchChoices?: (
    from: NonNullable<TextField["x-optionsFrom"]>,
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /**
   * Whether the setting at a pointer must be chosen by the user, although the backend has choices of which the first
   * could be taken.
   */
  readonly asks?: (pointer: string) => boolean;
  /**
   * Sends a file to the server. Resolves to the value that represents the file in the form. Absent if the user must
   * type a path.
   */
  readonly upload?: (file: File) => Promise<{ readonly $upload: string }>;
  /** Reads the bytes of an upload. */
  readonly readUpload?: (id: string) => Promise<Blob>;
  /** Whether the form takes typed secrets, as `{ "$typed": text }`. Without it, secrets can only be references. */
  readonly takesSecrets?: boolean;
  /** Whether the value at a pointer is not saved. Absent for a form that nobody saves. */
  readonly isUnsaved?: (pointer: string) => boolean;
  /** Returns an element that is shown beside the label of the setting at a pointer, such as a button that fills the field. */
  readonly besideLabel?: (pointer: string) => ComponentChildren;
  /**
   * Opens the mask editor on an uploaded image, optionally with a mask to continue. Resolves to the mask, or to
   * undefined if the user has cancelled.
   */
  readonly drawMask?: (imageId: string, maskId: string | undefined) => Promise<File | undefined>;
  readonly seed?: SeedTools;
  readonly pins?: PinTools;
  readonly prompt?: PromptTools;
  /** Whether descriptions are shown on request only, for a form in a narrow column. */
  readonly isCompact?: boolean;
}

export const FormToolsContext = createContext<FormTools>({});
export const useFormTools = (): FormTools => useContext(FormToolsContext);
