// Moves the typed secrets of a draft into the secret store of the server, when the draft is saved.

import { isAborted } from "../api/errors.js";
import { calls } from "../api/session.js";
import { mapTyped, typedIn } from "./typed-secrets.js";

/** A random suffix of letters and digits, without those that look alike. */
export const randomSuffix = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => "23456789abcdefghjkmnpqrstuvwxyz"[byte % 31] ?? "")
    .join("");

/**
 * The name of a secret that is stored now. A stored secret is never written over, because what refers to it may stay as
 * it is.
 */
const freeName = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? `${name}.${randomSuffix()}` : name;

/**
 * Stores the typed secrets under the names that `nameOf` gives their pointers, and saves the values with references in
 * place of them. If that fails, the stored secrets are deleted again, unless it was only stopped.
 */
export async function saveWithSecrets<T, Result>(
  values: T,
  nameOf: (pointer: string) => string,
  save: (values: T) => Promise<Result>,
): Promise<Result> {
  const typed = typedIn(values);
  const taken = typed.length === 0 ? [] : (await calls().listSecrets()).names;
  const names = new Map<string, string>();
  try {
    for (const { pointer, text } of typed) {
      const name = freeName(nameOf(pointer), [...taken, ...names.values()]);
      await calls().writeSecret({ params: { name }, body: { value: text } });
      names.set(pointer, name);
    }
    return await save(mapTyped(values, (_text, pointer) => ({ $secret: names.get(pointer) })) as T);
  } catch (error) {
    // What the server has written, although nobody waits for its reply, needs them.
    if (isAborted(error)) throw error;
    for (const name of names.values())
      await calls()
        .deleteSecret({ params: { name } })
        .catch(() => undefined);
    throw error;
  }
}
