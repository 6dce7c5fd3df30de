// Describes an input of a node as a field of the settings dialect, whose default is the value in the graph.

import { mediaTypeOf, type Field, type InputSpec, type InputValue } from "@pictor/kernel";

/** Values of this length are seldom written on one line. */
const longText = 60;

const isWhole = (value: InputValue): value is number | bigint =>
  typeof value === "bigint" || Number.isInteger(value);
const isSafe = (value: InputValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value);

/** A limit of a number, unless the value in the graph is outside of it, or a double cannot hold it. */
function limitsOf({ min, max }: Partial<InputSpec>, value: number): object {
  const number = (limit: number | bigint | undefined): number | undefined => {
    const found = limit === undefined ? undefined : Number(limit);
    return found === undefined || Math.abs(found) > Number.MAX_SAFE_INTEGER ? undefined : found;
  };
  const [minimum, maximum] = [number(min), number(max)];
  return {
    ...(minimum !== undefined && value >= minimum && { minimum }),
    ...(maximum !== undefined && value <= maximum && { maximum }),
  };
}

/** Whether an input takes an uploaded file. Of the other inputs that accept any value, those with a media file do. */
const takesFile = ({ upload, lenient }: InputSpec, value: string): boolean =>
  upload === true || (lenient === true && /^(?:image|video|audio)\//.test(mediaTypeOf(value)));

function choiceField(
  { options = [], name }: InputSpec,
  value: InputValue,
  nodeClass: string,
): Field | undefined {
  if (typeof value === "number" && options.every((option) => typeof option === "number"))
    return { type: "number", enum: [...new Set([value, ...options])].sort((a, b) => a - b), default: value };
  if (typeof value !== "string" || options.some((option) => typeof option !== "string")) return undefined;
  return { type: "string", default: value, "x-optionsFrom": { class: nodeClass, input: name } };
}

/**
 * The field of an input; undefined for a value that no form can show, such as a list. `spec` is undefined for a class that
 * the backend does not have: then the value decides.
 */
export function inputField(
  value: InputValue,
  nodeClass: string,
  spec: InputSpec | undefined,
): Field | undefined {
  if (spec !== undefined && typeof value === "string" && takesFile(spec, value))
    return { type: "string", format: "path", "x-file": "image" };
  // A class whose choices are defined in the graph editor lists none.
  const isOpen = spec?.lenient === true && spec.options?.length === 0;
  if (spec?.options !== undefined && !isOpen) return choiceField(spec, value, nodeClass);
  if (typeof value === "boolean") return { type: "boolean", default: value };
  const takesFraction = spec?.type.includes("FLOAT") === true;
  if (isWhole(value) && !takesFraction) {
    if (!isSafe(value) || (spec?.max !== undefined && !isSafe(Number(spec.max))))
      return value < 0 ? undefined : { type: "string", format: "uint64", default: String(value) };
    return { type: "integer", default: value, ...limitsOf(spec ?? {}, value) };
  }
  if (typeof value === "number") return { type: "number", default: value, ...limitsOf(spec ?? {}, value) };
  if (typeof value !== "string") return undefined;
  const isLong = value.length > longText || value.includes("\n") || spec?.widget?.dynamicPrompts === true;
  return { type: "string", default: value, ...(isLong && { format: "multiline" }) };
}
