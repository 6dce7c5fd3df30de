// The extensions that the classes of a file require, according to the file.

import { mergeRequirements, type ExtensionRequirement } from "@pictor/kernel/plugin";
import type { Conversion, MissingClass, PresentClass, Refusal } from "../convert/conversion.js";
import { coreExtensionId } from "../convert/node-extensions.js";

type FailedConversion = Extract<Conversion, { readonly ok: false }>;

/**
 * One requirement for each extension, range and commit. Classes of ComfyUI itself require no extension. An installed
 * extension is required in any version, so that it is known and can be locked, unless it also lacks a class: then only
 * the requirement of that class is returned.
 */
export function extensionRequirements(
  missing: readonly MissingClass[],
  present: readonly PresentClass[] = [],
): readonly ExtensionRequirement[] {
  const incomplete = new Set(missing.map(({ extension }) => extension));
  const complete = present.filter(({ extension }) => !incomplete.has(extension));
  const classes: readonly MissingClass[] = [
    ...missing,
    ...complete.map((presentClass) => ({ ...presentClass, range: "*" })),
  ];
  return mergeRequirements(
    classes.flatMap(({ extension: id, range, nodeClass, commit }) =>
      id === undefined || id === coreExtensionId
        ? []
        : [{ id, range, ...(commit !== undefined && { commit }), nodeClasses: [nodeClass] }],
    ),
  );
}

/** The extensions whose installation would make the file convertible; none if it has other problems as well. */
export function requirementsToConvert({
  refusals,
  missing,
}: FailedConversion): readonly ExtensionRequirement[] {
  const isSolvedByExtension = ({ missing: missingClass }: Refusal): boolean =>
    missingClass?.extension !== undefined && missingClass.extension !== coreExtensionId;
  return refusals.every(isSolvedByExtension) ? extensionRequirements(missing) : [];
}
