// The order of messages as recorded, one word for each, for runs of the example graph (3 steps) and its variants.

const node = (id: string, ...inside: readonly string[]): readonly string[] => [
  `state ${id} running`,
  `executing ${id}`,
  ...inside,
  "state finished",
];

const step = (value: number, preview: readonly string[]): readonly string[] => [
  "state 3 running",
  ...preview.map((word) => (word === "progress" ? `progress ${value}/3` : word)),
];

const sampling = (...preview: readonly string[]): readonly string[] =>
  node("3", ...[1, 2, 3].flatMap((value) => step(value, preview)));

const begin = ["status 1", "status 1", "execution_start", "execution_cached"] as const;
const end = ["execution_success", "status 0", "executing null"] as const;
const loading = ["4", "5", "7", "6"].flatMap((id) => node(id));
const saving = [...node("8"), ...node("9", "executed 9")];

export const orders = {
  normal: [...begin, ...loading, ...sampling("progress", "preview 1"), ...saving, ...end],
  "with preview metadata": [...begin, ...loading, ...sampling("preview 4", "progress"), ...saving, ...end],
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
  "of another client": ["status 1", "status 1", "status 0"],
  "without a client, seen by anybody": [
    "status 1",
    "status 1",
    ...[...loading, ...sampling("progress", "preview 1"), ...node("8"), ...node("9")].filter(
      (word) => !word.startsWith("executing"),
    ),
    "status 0",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
