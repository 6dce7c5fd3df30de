// What a picture says of itself.

import type { ProjectRecord } from "./record.js";

export type PictureFormat = "png" | "webp" | "jpeg";

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureMetadata extends Size {
  readonly format: PictureFormat;
  /**
   * Keyword to text: PNG texts under their own keywords; EXIF texts under the tag's name (`UserComment`, `Software`,
   * ...), or under the word in front of their first colon where a server wrote `prompt:{...}`.
   */
  readonly texts: Readonly<Record<string, string>>;
  /** Prompts and settings in the form of the AUTOMATIC1111 web UI; for `parseParameters`. */
  readonly parameters?: string;
  /** Our own record, checked. */
  readonly record?: ProjectRecord;
  /** The graph in API format, as JSON text. */
  readonly prompt?: string;
  /** The graph of the server's editor, as JSON text. */
  readonly workflow?: string;
  /** The project of Stability Matrix, as JSON text. */
  readonly smproj?: string;
  /** What could not be read, and why; sentences for a person. */
  readonly notes: readonly string[];
}

/** What is written into a picture. */
export interface PictureTexts {
  /** Prompts and settings in the form of the AUTOMATIC1111 web UI; lines end with LF. */
  readonly parameters: string;
  readonly record: ProjectRecord;
}

/** What the beginning of a picture says. */
export interface Shape extends Size {
  readonly isAnimated: boolean;
}

/** The same, for this picture; undefined where it does not say its size. */
export type TextsFor = (shape: Shape | undefined) => PictureTexts;
