// The order of messages of real servers, taken from recordings, for runs of the example graph (3 steps) and its variants.

const node = (id: string, ...inside: readonly string[]): readonly string[] => [
  `state ${id} running`,
  `executing ${id}`,
  ...inside,
  "state finished",
];

const step = (value: number, max: number, preview: readonly string[]): readonly string[] => [
  "state 3 running",
  ...preview.map((word) => (word === "progress" ? `progress ${value}/${max}` : word)),
];

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const sampling = (...preview: readonly string[]): readonly string[] =>
  node("3", ...numbers(1, 3).flatMap((value) => step(value, 3, preview)));

const begin = ["status 1", "status 1", "execution_start", "execution_cached"] as const;
const end = ["execution_success", "status 0", "executing null"] as const;
const loading = ["4", "5", "7", "6"].flatMap((id) => node(id));
const saving = [...node("8"), ...node("9", "executed 9")];

const withPreview = ["progress", "preview 1"];

/** The messages of a run with `max` steps that was interrupted after step `last`. */
export const interrupted = (last: number, max: number): readonly string[] => [
  ...begin,
  ...loading,
  "state 3 running",
  "executing 3",
  ...numbers(1, last).flatMap((value) => step(value, max, withPreview)),
  "execution_interrupted",
  "status 0",
  "executing null",
];

/** The messages to a client that reconnects during sampling and receives steps from `first` on. */
export const reconnected = (first: number, max: number): readonly string[] => [
  "status 1",
  "executing 3",
  ...numbers(first, max).flatMap((value) => step(value, max, withPreview)),
  "state finished",
  ...saving,
  ...end,
];

export const orders = {
  normal: [...begin, ...loading, ...sampling("progress", "preview 1"), ...saving, ...end],
  "without previews": [...begin, ...loading, ...sampling("progress"), ...saving, ...end],
  "all of it cached": [...begin, "executed 9", "state finished", ...end],
  "with another seed": [...begin, ...sampling("progress", "preview 1"), ...saving, ...end],
  "failing when it saves": [
    ...begin,
    ...loading,
    ...sampling("progress", "preview 1"),
    ...node("8"),
    "state 9 running",
    "executing 9",
    "execution_error",
    "status 0",
    "executing null",
  ],
  "of images over the socket": [
    ...begin,
    ...loading,
    ...sampling("progress", "preview 1"),
    ...node("8"),
    ...node("9", "state 9 running", "progress 0/1", "preview 1"),
    ...end,
  ],
  "of another client": ["status 1", "status 1", "status 0"],
  "without a client id": [
    "status 1",
    "status 1",
    ...[...loading, ...sampling("progress", "preview 1"), ...node("8"), ...node("9")].filter(
      (word) => !word.startsWith("executing"),
    ),
    "status 0",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
