// The hermetic tests that fail under Wine and not on Windows, each with the reason. The tool fails when another test does.

export interface Artefact {
  /** The file, and the beginning of the test's name in it; without a name, all of the file. */
  readonly file: string;
  readonly test?: string;
  readonly reason: string;
}

export const artefacts: readonly Artefact[] = [
  {
    file: "host/plugin-modules/import-plugin-module.test.ts",
    reason:
      "the packages of the workspace are links, whose real paths Wine does not tell to a program that tsx starts",
  },
  {
    file: "libraries/locks/append-lines.test.ts",
    test: "the lines of concurrent writers stay whole",
    reason: "Wine looks up the end of a file before it appends there; Windows does both at once",
  },
];

/** The artefact that explains a failure, which begins with the file, a colon, and the name of the test. */
export const artefactOf = (failure: string, known: readonly Artefact[] = artefacts): Artefact | undefined =>
  known.find(({ file, test = "" }) => failure.startsWith(`${file}: ${test}`));
