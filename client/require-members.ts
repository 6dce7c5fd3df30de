// Refuses a member that nothing reads, such as a misspelt option of a program in plain JavaScript.

/** Throws a TypeError for a member that is none of `known`, a list with commas. `where` names the value. */
export function requireMembers(where: string, value: object, known: string): void {
  for (const name in value)
    if (!known.split(", ").includes(name))
      throw new TypeError(`${where} cannot have "${name}", but only ${known}.`);
}
