// Recognizes texts that were given in place of a path.

/** The longest name of a file on any system: bytes on some, code units on others. */
const maxNameLength = 255;

/** An address, or JSON. A name may begin with a bracket or a brace; JSON goes on in its own way. */
const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i;
const isJson = /^\uFEFF?\s*(?:\{\s*["}]|\[\s*["{[\]])/;

/** Why a text is the path of no file on any system; undefined for one that can be a path. Quotes nothing of the text. */
export function pathProblem(text: string): string | undefined {
  if (isJson.test(text)) return "it is JSON, not the path of a file that contains it";
  if (isAddress.test(text)) return "it is an address, not the path of a file";
  if (text.includes("\0")) return "it contains a null character";
  return text.split(/[\\/]/).some((name) => name.length > maxNameLength)
    ? "it is too long for the name of a file"
    : undefined;
}
