// Loads the configuration from its layers: defaults, user file, project file, flags. Nothing in a file is executed.

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import { reasonOf } from "../base/errors/pictor-error.js";
import { systemCode } from "../base/errors/system-code.js";
import { jsonSyntaxProblem } from "../base/errors/json-syntax-problem.js";
import { absolutePath } from "../base/files/home-folder.js";
import { readBounded } from "../base/files/read-bounded.js";
import { withoutByteOrderMark } from "../base/files/read-text.js";
import { deepFreeze } from "../base/freeze.js";
import type { Configuration } from "../contract/configuration.gen.js";
import { mergeLayers } from "./merge-layers.js";
import { resolveFilePaths } from "./references.js";
import { readSchema } from "./schema-files.js";
import { checkedCopy, cloneData } from "../base/errors/checked-copy.js";
import { withoutValue } from "./complete-settings.js";
import type {
  ConfigurationLayer,
  ConfigurationSources,
  LoadedConfiguration,
} from "../contract/configuration.js";
import { checkOwnSchema } from "./validate-schema.js";
import type { Schema } from "./walk-schema.js";

const projectFile = "pictor.json";

const maxBytes = 1 << 24;

/** Reads a configuration file. A file that the user has named may be a pipe, so its size is not limited. */
function readFileOrThrow(file: string, { isNamed }: { readonly isNamed: boolean }): unknown {
  let text: string;
  try {
    text = isNamed ? readFileSync(file, "utf8") : readBounded(file, maxBytes);
  } catch (error) {
    if (systemCode(error) === "ENOENT") throw fault("CONFIG_NOT_FOUND", { file });
    throw fault("CONFIG_NOT_READABLE", { file, reason: reasonOf(error) });
  }
  return parseLayer(text, file);
}

/** Parses the text of a configuration file. Throws `CONFIG_NOT_JSON`. */
export function parseLayer(text: string, file: string): unknown {
  const json = withoutByteOrderMark(text);
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw fault("CONFIG_NOT_JSON", { file, ...jsonSyntaxProblem(error, json) });
  }
}

/** Validates one layer, so that errors name its file. Throws the first problem; `details` contains all. */
export async function validateLayer(layer: unknown, file: string): Promise<unknown> {
  const { problems: found } = await checkedCopy(layer, (copy) =>
    checkOwnSchema("pictor:configuration:1", copy),
  );
  const problems = found.map((problem) =>
    problem.pointer.startsWith("#/profiles") ? withoutValue(problem) : problem,
  );
  const [first] = problems;
  if (first !== undefined) throw fault("CONFIG_INVALID", { file, ...first }, { more: { problems } });
  // The checked copy has the defaults, which would hide the values of lower layers.
  return cloneData(layer);
}

/**
 * Resolves the relative paths of a layer, including the paths of `$file` references, against the folder of the layer's
 * file.
 */
function resolveLayerPaths(given: unknown, folder: string): Configuration {
  const layer = resolveFilePaths(given, folder) as Configuration;
  const { pluginDirectories, outputs, network } = layer;
  const at = <P>(path: P): P | string => (typeof path === "string" ? absolutePath(path, folder) : path);
  const { ca, clientCertificates } = network ?? {};
  return {
    ...layer,
    ...(pluginDirectories && { pluginDirectories: pluginDirectories.map(at) }),
    ...(outputs?.directory !== undefined && { outputs: { ...outputs, directory: at(outputs.directory) } }),
    ...(network && {
      network: {
        ...network,
        ...(ca && { ca: ca.map(at) }),
        ...(clientCertificates && {
          clientCertificates: clientCertificates.map((entry) => ({
            ...entry,
            certificate: at(entry.certificate),
            ...(entry.key !== undefined && { key: at(entry.key) }),
          })),
        }),
      },
    }),
  };
}

/** Reads, validates and completes one layer. Throws as `loadConfiguration`. */
export async function readLayer(file: string, by: { readonly isNamed: boolean }): Promise<Configuration> {
  const layer = await validateLayer(readFileOrThrow(file, by), file);
  return resolveLayerPaths(layer, dirname(file));
}

/** The defaults of the schema. */
export async function loadDefaultConfiguration() {
  const values = { outputs: {}, network: {}, limits: {} };
  await checkOwnSchema("pictor:configuration:1", values);
  return values as Required<Pick<Configuration, keyof typeof values>>;
}

/**
 * Loads and merges the layers, lowest first. Throws `CONFIG_NOT_FOUND` (only for a file that was named explicitly),
 * `CONFIG_NOT_READABLE`, `CONFIG_NOT_JSON` or `CONFIG_INVALID`. Each names the file, and the last one a JSON pointer.
 */
export async function loadConfiguration(sources: ConfigurationSources = {}): Promise<LoadedConfiguration> {
  const start = resolve(sources.directory ?? ".");
  const project = absolutePath(sources.file ?? projectFile, start);
  const files = [
    ...(sources.userFile !== undefined && existsSync(sources.userFile) ? [sources.userFile] : []),
    ...(sources.file !== undefined || existsSync(project) ? [project] : []),
  ];
  const schema = readSchema("configuration") as Schema;
  let values: unknown = await loadDefaultConfiguration();
  const layers: ConfigurationLayer[] = [];
  const add = (file: string, layer: Configuration): void => {
    values = mergeLayers(schema, schema, values, layer);
    layers.push({ file, layer });
  };
  for (const file of files) if (file !== project) add(file, await readLayer(file, { isNamed: true }));
  const own = files.includes(project)
    ? await readLayer(project, { isNamed: sources.file !== undefined })
    : {};
  // A folder without a project file is also reviewed, because the folder itself may be a link.
  const review = project === sources.userFile ? undefined : sources.reviewProject;
  const accepted = (await review?.({ layer: own, file: project, lower: values as Configuration })) ?? own;
  if (files.includes(project)) add(project, accepted);
  if (sources.flags !== undefined) {
    const flags = await validateLayer(sources.flags, "the command line");
    values = mergeLayers(schema, schema, values, flags);
  }
  /** For each entry of a section, the uppermost file that contains the entry. */
  const filesOf = (section: "profiles" | "backends") =>
    Object.fromEntries(
      layers.flatMap(({ file, layer }) => Object.keys(layer[section] ?? {}).map((name) => [name, file])),
    );
  const writesTo = files.includes(project) ? project : (sources.userFile ?? project);
  return {
    values: deepFreeze(cloneData(values) as Configuration),
    files,
    directory: dirname(project),
    layers,
    profileFiles: filesOf("profiles"),
    backendFiles: filesOf("backends"),
    writesTo,
    ...(sources.userFile !== undefined && { userFile: sources.userFile }),
    ...(sources.flagNames !== undefined && { flagNames: sources.flagNames }),
  };
}
