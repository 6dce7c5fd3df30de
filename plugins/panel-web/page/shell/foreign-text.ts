// What names, messages and files of strangers contain must not change the words around it: marks that reorder text are
// shown as marks.

import { options, type VNode } from "preact";

/** The embeddings, overrides and isolates of Unicode, which can show a text in another order than it has (UAX 9). */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

export const inOrder = (text: string): string => text.replace(reordering, "\uFFFD");

/** Elements and texts of the page; a text is a node without a type, whose props are the text. */
type Node = Omit<VNode, "type" | "props"> & { readonly type: unknown; props: unknown };

/** Has every text that the page shows from now on keep its order. What a person edits stays as it is. */
export function keepTextsInOrder(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    const text = node as Node;
    if (text.type === null && typeof text.props === "string") text.props = inOrder(text.props);
    before?.(node);
  };
}
