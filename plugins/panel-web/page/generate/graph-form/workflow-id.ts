// The id of a saved workflow, which is its name for the command and for other programs.

const maxLength = 34;

/**
 * `Portraits, soft light` becomes `portraits-soft-light`; a name without Latin letters becomes `workflow-` and a number
 * made of it.
 */
export function workflowIdOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const id = words.join("-").slice(0, maxLength).replace(/-$/, "");
  if (/^[a-z]/.test(id)) return id;
  if (id !== "") return `workflow-${id}`.slice(0, maxLength).replace(/-$/, "");
  const sum = Array.from(title).reduce(
    (total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003,
    7,
  );
  return `workflow-${sum}`;
}
