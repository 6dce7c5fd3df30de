// Where the programs of tests find the packages: built, if the full tier has found a build of the present sources; else
// as sources.

import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const built = process.env["PICTOR_TEST_BUILT"];

/** The working folder of a program that imports packages by their names. */
export const packagesFolder = built ?? root;

/** Arguments of Node with which it finds them. */
export const packageOptions: readonly string[] =
  built === undefined ? ["--conditions=@pictor/source", "--import", import.meta.resolve("tsx")] : [];

/** The folder of a plugin. */
export const pluginFolder = (name: string): string => join(packagesFolder, "plugins", name);
