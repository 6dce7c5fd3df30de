// Which Python module a program lacks, and how to add its package to an installation. Pure.

import type { Layout } from "../layout.js";
import type { CompleteSettings } from "../settings.js";

/** Packages whose name differs from that of their module. */
const packageOf: Readonly<Record<string, string>> = {
  cv2: "opencv-python-headless",
  git: "GitPython",
  OpenGL: "PyOpenGL",
  PIL: "pillow",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  yaml: "pyyaml",
};
/** Packages that the step "torch" installs from an index for the device. */
export const torchPackages: readonly string[] = ["torch", "torchvision", "torchaudio"];

/** The top-level name of the module in the last `ModuleNotFoundError`, or the package that ComfyUI itself says to lack. */
export function missingModule(lines: readonly string[]): string | undefined {
  const missing = /ModuleNotFoundError: No module named '([A-Za-z_]\w*)|^(comfyui[\w-]*) is not installed/gm;
  const last = [...lines.join("\n").matchAll(missing)].at(-1);
  return last?.[1] ?? last?.[2];
}

/** What the advice depends on. */
export interface AdvisedInstance {
  readonly name: string;
  readonly layout: Pick<Layout, "isOurs" | "python" | "venv">;
  readonly settings: { readonly install: Pick<CompleteSettings["install"], "packages"> };
}

/** The package to add to `install.packages`; undefined if another step installs the module. */
export const missingPackage = (module: string): string | undefined =>
  torchPackages.includes(module) ? undefined : (packageOf[module] ?? module);

/** What to do about a missing module, followed by a space. */
export function missingModuleAdvice(
  module: string,
  { name, layout: { isOurs, python, venv }, settings }: AdvisedInstance,
): string {
  const what = `The Python module "${module}" is missing: `;
  const wanted = missingPackage(module);
  if (!isOurs) {
    const adding =
      wanted === undefined ? "" : `\`${python} -m pip install ${wanted}\` adds the package of that name, or `;
    return `${what}${adding}name the Python that has it, \`python\` in the settings of the backend, such as ~/ComfyUI/venv/bin/python. `;
  }
  if (wanted === undefined)
    return `${what}delete the folder ${venv ?? "of its Python environment"}, then \`pictor backend install ${name}\` creates it again. `;
  // The advice suggests --set only for an empty list, because --set would replace the whole list, whose entries may
  // contain credentials.
  return settings.install.packages.length === 0
    ? `${what}\`pictor backend install ${name} --set install.packages=${wanted}\` adds the package of that name. `
    : `${what}add "${wanted}" to \`install.packages\` in the settings of the backend, then run \`pictor backend install ${name}\`. `;
}
