// How Python reaches into JSON values: `in`, `[...]`, `for`. Texts and lists answer too, or raise.
import { isObject } from "../json.js";
import { PythonError, repr, typeName } from "./python.js";

/** `name in holder`. Throws a PythonError for what holds nothing. */
export function isIn(name: string, holder: unknown): boolean {
  if (isObject(holder)) return Object.hasOwn(holder, name);
  if (Array.isArray(holder) || typeof holder === "string") return holder.includes(name);
  throw new PythonError("TypeError", `argument of type '${typeName(holder)}' is not iterable`);
}

/** `holder[name]`. Throws a PythonError for a name that is not there, and for what is no object. */
export function memberOf(holder: unknown, name: string): unknown {
  if (isObject(holder)) {
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

/** `holder.get(name)`. Throws a PythonError for what is no object. */
export function optionalMember(holder: unknown, name: string): unknown {
  if (isObject(holder)) return Object.hasOwn(holder, name) ? holder[name] : undefined;
  throw new PythonError("AttributeError", `'${typeName(holder)}' object has no attribute 'get'`);
}

/** What `for item in holder` goes through. Throws a PythonError for what holds nothing. */
export function itemsOf(holder: unknown): readonly unknown[] {
  if (Array.isArray(holder)) return holder;
  if (typeof holder === "string") return Array.from(holder);
  if (isObject(holder)) return Object.keys(holder);
  throw new PythonError("TypeError", `'${typeName(holder)}' object is not iterable`);
}
