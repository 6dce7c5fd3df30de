// Embeddings that a prompt names and the backend does not have. ComfyUI would run such a prompt and ignore the name, with a
// line in its own log only, so it is an error before the run.

import { type Catalog, type PictorError, type WorkflowDraft, withoutModelEnding } from "@pictor/kernel";
import { graphError, type GraphLocation } from "./graph-errors.js";
import { normalizedName } from "./match-files.js";
import { maxProblems, Suggestions } from "./suggestions.js";

/**
 * The name of an embedding as a text encoder parses it: white space, a comma, a parenthesis, or the colon before a
 * weight ends the name.
 */
const mention = /(?<!\w)embedding:((?:\\[()]|[^\s,()\\:]|\\(?![()]))+)/giu;

interface Mention {
  readonly name: string;
  readonly location: GraphLocation;
}

/** The embeddings in the texts of the nodes that have a text encoder. */
function mentionsIn(draft: WorkflowDraft, catalog: Catalog): readonly Mention[] {
  return Object.entries(draft.graph).flatMap(([id, { class_type: classType, inputs }]) => {
    if (catalog.get(classType)?.inputs.some(({ type }) => type === "CLIP") !== true) return [];
    return Object.entries(inputs).flatMap(([input, value]) => {
      if (typeof value !== "string") return [];
      const location = { node: id, classType, input };
      return [...value.matchAll(mention)].map(([, name = ""]) => ({
        location,
        name: withoutModelEnding(name.replace(/\\([()])/g, "$1")),
      }));
    });
  });
}

/** Lists the embeddings of the backend. Resolves to undefined if the backend cannot list them. */
export type ListEmbeddings = () => Promise<readonly string[] | undefined>;

/** An error for each embedding that the backend does not have; none if it cannot list its embeddings. */
export async function checkEmbeddings(
  draft: WorkflowDraft,
  catalog: Catalog,
  list: ListEmbeddings,
): Promise<readonly PictorError[]> {
  const mentions = mentionsIn(draft, catalog);
  if (mentions.length === 0) return [];
  const names = await list();
  if (names === undefined) return [];
  const known = new Set(names.map(normalizedName));
  const missing = mentions.filter(({ name }) => !known.has(normalizedName(name)));
  const unique = new Map(missing.map((one) => [one.name, one]));
  const suggestions = new Suggestions();
  return [...unique.values()].slice(0, maxProblems).map(({ name, location }) => {
    const problem = `the backend has no embedding "${name}"`;
    const advice = `Put the file into its folder embeddings, or correct the name.${suggestions.near(name, () => names)}`;
    return graphError(location, problem, advice, draft);
  });
}
