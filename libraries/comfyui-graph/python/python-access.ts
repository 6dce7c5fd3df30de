// Accesses JSON values as Python does with `in`, `[...]`, `get` and `for`, so that malformed bodies raise the same errors.
import { isRecord } from "@pictor/kernel/plugin";
import { repr, typeName } from "./conversions.js";
import { PythonError } from "./python-error.js";

/** Python's `name in holder`. Throws a PythonError unless `holder` is an object, an array or a string. */
export function isIn(name: string, holder: unknown): boolean {
  if (isRecord(holder)) return Object.hasOwn(holder, name);
  if (Array.isArray(holder) || typeof holder === "string") return holder.includes(name);
  throw new PythonError("TypeError", `argument of type '${typeName(holder)}' is not iterable`);
}

/** Python's `holder[name]`. Throws a PythonError for a missing name, and unless `holder` is an object. */
export function memberOf(holder: unknown, name: string): unknown {
  if (isRecord(holder)) {
    if (Object.hasOwn(holder, name)) return holder[name];
    throw new PythonError("KeyError", repr(name));
  }
  if (Array.isArray(holder)) {
    throw new PythonError("TypeError", "list indices must be integers or slices, not str");
  }
  if (typeof holder === "string") {
    throw new PythonError("TypeError", "string indices must be integers, not 'str'");
  }
  throw new PythonError("TypeError", `'${typeName(holder)}' object is not subscriptable`);
}

/** Python's `holder.get(name)`. Throws a PythonError unless `holder` is an object. */
export function optionalMember(holder: unknown, name: string): unknown {
  if (isRecord(holder)) return Object.hasOwn(holder, name) ? holder[name] : undefined;
  throw new PythonError("AttributeError", `'${typeName(holder)}' object has no attribute 'get'`);
}

/** The items of Python's `for item in holder`. Throws a PythonError unless `holder` is an object, an array or a string. */
export function itemsOf(holder: unknown): readonly unknown[] {
  if (Array.isArray(holder)) return holder;
  if (typeof holder === "string") return Array.from(holder);
  if (isRecord(holder)) return Object.keys(holder);
  throw new PythonError("TypeError", `'${typeName(holder)}' object is not iterable`);
}
