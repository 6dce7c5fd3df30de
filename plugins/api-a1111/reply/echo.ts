// The fields of a request as its reply repeats them.

import { isRecord } from "@pictor/kernel/plugin";
import { knownNames, type Kind } from "../fields/generation-fields.js";
import { optionNames } from "../fields/option-fields.js";
import type { Fields } from "../fields/read-field.js";

const membersOf = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]));

/** The known members of a field that is an object. */
function knownPart(name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (name === "override_settings") return membersOf(value, optionNames);
  if (name !== "alwayson_scripts") return value;
  const scripts = Object.entries(value).map(([script, of]) => [
    script,
    isRecord(of) ? membersOf(of, ["args"]) : null,
  ]);
  return Object.fromEntries(scripts) as unknown;
}

/**
 * The fields of the request, null where it has none. Unknown fields are left out, also inside of others: they may contain what
 * nobody should see, such as the password that SillyTavern sends along.
 */
export function echoOf(kind: Kind, body: Fields, echoesImages: boolean): Fields {
  const hidden = echoesImages ? [] : ["init_images", "mask"];
  return Object.fromEntries(
    knownNames(kind).map((name) => [
      name,
      hidden.includes(name) || !Object.hasOwn(body, name) ? null : knownPart(name, body[name]),
    ]),
  );
}
