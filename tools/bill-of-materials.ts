// The software bill of materials of a release (CycloneDX), made by npm from the lock file and the installed packages.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly unknown[];
}
export interface BillOfMaterials {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly components: readonly Component[];
}

/** The bill under the name of the released package: npm names it after the folder of the checkout. */
export function billOf(
  { name, version }: { readonly name: string; readonly version: string },
  made: BillOfMaterials,
): BillOfMaterials {
  const purl = `pkg:npm/${name}@${version}`;
  const component = { "bom-ref": `${name}@${version}`, type: "application", name, version, purl };
  return { ...made, metadata: { ...made.metadata, component } };
}

/** The components that do not say what they are, where they come from, and on which terms. */
export const incompleteComponents = ({ components }: BillOfMaterials): readonly string[] =>
  components
    .filter(
      ({ version, purl, licenses = [] }) =>
        version === undefined || purl === undefined || licenses.length === 0,
    )
    .map(({ name }) => name);

/** Writes the bill of the package `name` into the folder `out`. Throws if npm fails or a component is incomplete. */
export function writeBillOfMaterials(root: string, name: string, version: string, out: string): string {
  const made = spawnSync("npm", ["sbom", "--sbom-format=cyclonedx", "--omit=dev", `--workspace=${name}`], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (made.status !== 0) throw new Error(`npm sbom failed: ${made.stderr}`);
  const bill = billOf({ name, version }, JSON.parse(made.stdout) as BillOfMaterials);
  const incomplete = incompleteComponents(bill);
  if (incomplete.length > 0) throw new Error(`the bill of materials is incomplete: ${incomplete.join(", ")}`);
  const file = join(out, `${name}-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  return file;
}
