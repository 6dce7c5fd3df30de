// The `parameters` text as data.

/** Prompts and settings in the form of the AUTOMATIC1111 web UI, which most programs and sites for pictures read. */
export interface Parameters {
  readonly positive: string;
  /** Empty when there is none. */
  readonly negative: string;
  /** Names as they stand there, such as `Steps` or `CFG scale`, to values without their quotes; in that order. */
  readonly fields: Readonly<Record<string, string>>;
}
