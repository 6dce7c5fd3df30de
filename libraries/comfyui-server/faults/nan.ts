// The fault that writes bare NaN into JSON, as Python does, which strict parsers reject.
import { isRecord, parseJson, recordOrEmpty } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";
import type { FaultBehavior } from "./behavior.js";
import type { FaultOf } from "./fault.js";

const MARKER = "pictor:nan";
const stringifyWithNaN = (value: unknown): string => stringifyJson(value).replaceAll(`"${MARKER}"`, "NaN");
const addMarker = (value: unknown): object => ({ ...recordOrEmpty(value), value: [MARKER] });

/** The member that contains values of nodes, by message type. */
const VALUE_MEMBERS: Readonly<Record<string, string>> = {
  executed: "output",
  execution_error: "current_inputs",
};

function addMarkerToEntry(entry: unknown): unknown {
  if (!isRecord(entry) || !isRecord(entry["outputs"])) return entry;
  const outputs = Object.entries(entry["outputs"]).map(([id, output]) => [id, addMarker(output)]);
  return { ...entry, outputs: Object.fromEntries(outputs) as unknown };
}

export const nan: FaultBehavior<FaultOf<"nan">> = {
  frame(_fault, frame) {
    const member = VALUE_MEMBERS[frame.type];
    if (member === undefined || frame.data === undefined) return undefined;
    const data = { ...frame.data, [member]: addMarker(frame.data[member]) };
    return [{ ...frame, payload: stringifyWithNaN({ type: frame.type, data }) }];
  },
  reply(_fault, { method, path }, reply) {
    if (method !== "GET" || !/^\/history(\/|$)/.test(path) || typeof reply.body !== "string")
      return undefined;
    const history = parseJson(reply.body);
    if (!isRecord(history)) return undefined;
    const entries = Object.entries(history).map(([id, entry]) => [id, addMarkerToEntry(entry)]);
    const body = stringifyWithNaN(Object.fromEntries(entries));
    return body === reply.body ? undefined : { ...reply, body };
  },
};
