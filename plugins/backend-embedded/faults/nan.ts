// Bare NaN, which Python writes into JSON and no strict parser reads.
import { isObject, parseJson, stringifyJson } from "../json.js";
import type { FaultOf } from "./fault.js";
import type { Behaviour } from "./hooks.js";

const MARK = "pictor:nan";
const withNaN = (value: unknown): string => stringifyJson(value).replaceAll(`"${MARK}"`, "NaN");
const marked = (value: unknown): object => ({ ...(isObject(value) ? value : {}), value: [MARK] });

/** The member of a message that a node's own values get into. */
const PLACES: Readonly<Record<string, string>> = { executed: "output", execution_error: "current_inputs" };

function markItem(item: unknown): unknown {
  if (!isObject(item) || !isObject(item["outputs"])) return item;
  const outputs = Object.entries(item["outputs"]).map(([id, output]) => [id, marked(output)]);
  return { ...item, outputs: Object.fromEntries(outputs) as unknown };
}

export const nan: Behaviour<FaultOf<"nan">> = {
  frame(_fault, frame) {
    const place = PLACES[frame.type];
    if (place === undefined || frame.data === undefined) return undefined;
    const data = { ...frame.data, [place]: marked(frame.data[place]) };
    return [{ ...frame, payload: withNaN({ type: frame.type, data }) }];
  },
  reply(_fault, { method, path }, reply) {
    if (method !== "GET" || !/^\/history(\/|$)/.test(path) || typeof reply.body !== "string")
      return undefined;
    const items = parseJson(reply.body);
    if (!isObject(items)) return undefined;
    const body = withNaN(Object.fromEntries(Object.entries(items).map(([id, item]) => [id, markItem(item)])));
    return body === reply.body ? undefined : { ...reply, body };
  },
};
