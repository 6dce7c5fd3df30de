// The model files that a file of the graph editor names with their addresses, as templates do.

import { asString, isWebAddress, recordOrEmpty, type Graph, type ModelFile } from "@pictor/kernel/plugin";
import { listOrEmpty } from "../base/json-fields.js";

/** Far more than an address of a model has. */
const maxUrlLength = 2_000;

const isName = (name: string): boolean =>
  name.length <= 300 &&
  /^[^\\/:*?"<>|\p{Cc}][^\\:*?"<>|\p{Cc}]*$/u.test(name) &&
  !name.split("/").includes("..");

function isAddress(url: string): boolean {
  if (url.length > maxUrlLength || !isWebAddress(url)) return false;
  const { username, password } = new URL(url);
  return username === "" && password === "";
}

function readModelFile(value: unknown): readonly ModelFile[] {
  const { name, directory, url } = recordOrEmpty(value);
  const file = { name: asString(name) ?? "", folder: asString(directory) ?? "", url: asString(url) ?? "" };
  return isName(file.name) && /^[\w-]{1,60}$/.test(file.folder) && isAddress(file.url) ? [file] : [];
}

/** The files that the nodes of a sheet name, and those of older templates, which the sheet names itself. Others are ignored. */
export const readModelFiles = (value: unknown): readonly ModelFile[] => {
  const { models, nodes } = recordOrEmpty(value);
  const ofNodes = listOrEmpty(nodes).map(
    (node) => recordOrEmpty(recordOrEmpty(node)["properties"])["models"],
  );
  return [models, ...ofNodes].flatMap((list) => listOrEmpty(list).flatMap(readModelFile));
};

/** The files that inputs of the graph name. */
export function usedModelFiles(files: readonly ModelFile[], graph: Graph): readonly ModelFile[] {
  if (files.length === 0) return files;
  const values = new Set(Object.values(graph).flatMap(({ inputs }) => Object.values(inputs)));
  const unique = new Map(files.map((file) => [`${file.folder}/${file.name}`, file]));
  return [...unique.values()].filter(
    ({ name }) => values.has(name) || values.has(name.replaceAll("/", "\\")),
  );
}
