// Texts of chat programs with characters that have a meaning in Pictor's prompts, and the texts that a graph encodes.

export const foreignTexts: readonly (readonly [name: string, text: string])[] = [
  ["Markdown", "# Scene\nA lighthouse\n- item #2, red"],
  ["JSON", '{"scene": "a lighthouse", "note": "a|b"}'],
  ["HTML", "a sign with <b>text</b>"],
  ["code and backslashes", "python __init__ C:\\temp \\(x\\)"],
];

/** The texts of all text encoders of a graph in API format, sorted. */
export function textsIn(graph: string): readonly string[] {
  const nodes = JSON.parse(graph) as Readonly<
    Record<string, { readonly class_type: string; readonly inputs: { readonly text?: string } }>
  >;
  return Object.values(nodes)
    .filter(({ class_type: name }) => name === "CLIPTextEncode")
    .map(({ inputs }) => inputs.text ?? "")
    .sort();
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
