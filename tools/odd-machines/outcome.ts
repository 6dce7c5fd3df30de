// The outcome of the tests on one machine, from vitest's JSON report.

/** The members of the report that are used. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** What became of a machine. `reason` says why it cannot be tried here, or why its tests did not end. */
export type Outcome =
  | {
      readonly kind: "ran";
      readonly passed: number;
      readonly skipped: number;
      readonly failures: readonly string[];
    }
  | { readonly kind: "impossible" | "broken"; readonly reason: string };

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** The failed tests and the files that could not be loaded, each with the first line of its error. */
function failuresOf({ testResults }: Report, root: string): readonly string[] {
  return testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const file = name.startsWith(root) ? name.slice(root.length + 1) : name;
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? "")}`);
    return failed.length === 0 && status === "failed" ? [`${file}: ${firstLine(message)}`] : failed;
  });
}

/** The outcome of a run in the folder `root` that ended with the exit code `code`; without a report, `output` tells why. */
export function outcomeOf(
  report: Report | undefined,
  { code, output, root }: { readonly code: number | null; readonly output: string; readonly root: string },
): Outcome {
  const failures = report === undefined ? [] : failuresOf(report, root);
  // Errors outside of tests end a run with another exit code than 0, and are not in the report.
  if (report === undefined || (code !== 0 && failures.length === 0))
    return { kind: "broken", reason: `exit code ${code ?? "none, ended by a signal"}\n${output}`.trim() };
  return { kind: "ran", passed: report.numPassedTests, skipped: report.numPendingTests, failures };
}
