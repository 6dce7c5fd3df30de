// Output nodes, output files and error texts, for the adapters of the clients.

const savers = new Set(["SaveImage", "PreviewImage", "SaveImageWebsocket"]);

/** Ids of the nodes whose files are the result. */
export const outputNodes = (graph) =>
  Object.entries(graph)
    .filter(([, node]) => savers.has(node.class_type))
    .map(([id]) => id);

/** The files in the history entry of a prompt. */
export const filesIn = (outputs) => Object.values(outputs ?? {}).flatMap(({ images = [] }) => images);

/** The messages of a thrown value and its causes, in one line. */
export function reasonOf(error) {
  if (error === undefined || error === null) return "no reason given";
  const own = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
  const { cause, response, json } = Object(error);
  return [own, ...[cause, response, json].filter(Boolean).map(reasonOf)].join(" <- ").slice(0, 600);
}
