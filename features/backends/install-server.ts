// The plan of an installation, its problems and questions, and the Python package that an installation lacks. Pure.

import { PictorError, recordOrEmpty, type BackendSettings, type InstallStep } from "@pictor/kernel";

export const pendingSteps = (plan: readonly InstallStep[]): readonly InstallStep[] =>
  plan.filter(({ state }) => state === "pending");

/** The known problems of a plan as one error; undefined if there are no problems. */
export function problemOf(plan: readonly InstallStep[]): PictorError | undefined {
  const found = plan.flatMap(({ problem }) => problem ?? []);
  const [first] = found;
  const problems = found.map(({ what, hint }) => ({ message: what, hint }));
  return first && new PictorError(first.code, first.what, first.hint, { problems }, { class: first.class });
}

export const installQuestion = (server: string) => ({
  title: `Install ${server}? What is downloaded will run on this machine.`,
  choice: "install",
});

export interface PackageOffer {
  readonly name: string;
  /** Adds the package to `install.packages` of the settings. */
  readonly settings: BackendSettings;
}

/**
 * The Python package that an installation lacks, if the settings do not name it yet. Its name comes from the code of
 * ComfyUI or of an extension, so a person must agree to install it.
 */
export function missingPackage(error: unknown, settings: BackendSettings): PackageOffer | undefined {
  const before = recordOrEmpty(settings["install"]);
  const packages: readonly unknown[] = Array.isArray(before["packages"]) ? before["packages"] : [];
  const name = error instanceof PictorError ? error.details["missingPackage"] : undefined;
  if (typeof name !== "string" || packages.includes(name)) return undefined;
  const install = { ...before, packages: [...packages, name] };
  return { name, settings: { ...settings, install } as BackendSettings };
}

export const packageQuestion = (server: string, name: string) => ({
  title: `The server of ${server} lacks a Python package. Add ${name} to install.packages, and install it?`,
  choice: "add it",
});
