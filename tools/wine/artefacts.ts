// The hermetic tests that fail under Wine and not on Windows, each with the reason. The tool fails when another test does.

interface FailureOfWine {
  readonly file: string;
  readonly reason: string;
}
/** A test, by the beginning of its name, or what a file does before its tests, by the beginning of its error. */
export type Artefact = FailureOfWine & ({ readonly test: string } | { readonly setUp: string });

export const artefacts: readonly Artefact[] = [
  {
    file: "host/plugin-modules/import-plugin-module.test.ts",
    setUp: "Command failed: ",
    reason:
      "the packages of the workspace are links, whose real paths Wine does not tell to a program that tsx starts",
  },
  {
    file: "host/plugin-modules/import-plugin-module.test.ts",
    setUp: "spawn UNKNOWN",
    reason: "in a run of every test with Node 22, Wine has not started that program at all",
  },
  {
    file: "libraries/locks/append-lines.test.ts",
    test: "the lines of concurrent writers stay whole",
    reason: "Wine looks up the end of a file before it appends there; Windows does both at once",
  },
];

/** A step of the path of a new user, by its name and the beginning of its error. */
export interface StepArtefact {
  readonly step: string;
  readonly error: string;
  readonly reason: string;
}

export const stepArtefacts: readonly StepArtefact[] = [
  {
    step: "install",
    error: 'the command in node_modules/.bin says ""',
    reason:
      "the cmd.exe of Wine ends npm's command file at a jump to a label that is not there; that of Windows goes on",
  },
];

export const artefactOfStep = (
  { name, failure }: { readonly name: string; readonly failure: string },
  known: readonly StepArtefact[] = stepArtefacts,
): StepArtefact | undefined => known.find(({ step, error }) => step === name && failure.startsWith(error));

/** The artefact that explains a failure: the file, a colon, and the name of the test, or the error if no test began. */
export const artefactOf = (failure: string, known: readonly Artefact[] = artefacts): Artefact | undefined =>
  known.find((artefact) =>
    failure.startsWith(`${artefact.file}: ${"test" in artefact ? artefact.test : artefact.setUp}`),
  );
