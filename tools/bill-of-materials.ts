// The software bill of materials of a release (CycloneDX), made by npm from the lock file and the installed packages.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly unknown[];
}
export interface BillOfMaterials {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** npm names a workspace after its folder; the reference has the name of the package. */
const named = (component: Component): Component => {
  const reference = component["bom-ref"];
  return { ...component, name: reference.slice(0, reference.lastIndexOf("@")) };
};

/** The bill of the released package: npm makes it for the whole checkout, of which the package is one component. */
export function billOf(name: string, made: BillOfMaterials): BillOfMaterials {
  const { metadata, dependencies } = made;
  const components = made.components.map(named);
  const released = components.find((component) => component.name === name);
  if (released === undefined) throw new Error(`the bill of materials lacks ${name}`);
  return {
    ...made,
    metadata: { ...metadata, component: { ...released, type: "application" } as Component },
    components: components.filter((component) => component !== released),
    dependencies: dependencies.filter(({ ref }) => ref !== metadata.component["bom-ref"]),
  };
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
  const bill = billOf(name, JSON.parse(made.stdout) as BillOfMaterials);
  const incomplete = incompleteComponents(bill);
  if (incomplete.length > 0) throw new Error(`the bill of materials is incomplete: ${incomplete.join(", ")}`);
  const file = join(out, `${name}-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  return file;
}
