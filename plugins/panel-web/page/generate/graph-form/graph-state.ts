// The form of the graph that the draft names: read from the server whenever another graph or another backend is chosen.

import { ApiError, type ExtensionCheck, type GraphForm, type SettingsSchema } from "@pictor/client";
import { computed, effect, signal } from "@preact/signals";
import { shownError, type ShownError } from "../../api/errors.js";
import { filledText } from "../../api/guards.js";
import { uploadName } from "../../api/send-file.js";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { paramsOf, withParam } from "../../draft/draft.js";
import { currentBackend } from "../backend/current-backend.js";
import { workflowSchema } from "../base/catalog.js";
import { isGraphSchema, withGraphInputs } from "./merge-form.js";

interface GraphState {
  /** The graph and the backend for which the form was read. */
  readonly key: string;
  readonly form?: GraphForm;
  readonly error?: ShownError;
  /** What the classes of the graph need, if the backend lacks some. */
  readonly needs?: ExtensionCheck;
}

const state = signal<GraphState | undefined>(undefined);

type GraphValue = string | { readonly $upload: string };

/** The graph of the draft; undefined for other workflows, and while none is chosen. */
export const chosenGraph = computed((): GraphValue | undefined => {
  if (!isGraphSchema(workflowSchema.value)) return undefined;
  const { graph } = paramsOf(draft.value);
  return graph === undefined || graph === "" ? undefined : (graph as GraphValue);
});
const key = computed(() =>
  chosenGraph.value === undefined ? "" : JSON.stringify([chosenGraph.value, draft.value.backend]),
);
const current = computed(() => (state.value?.key === key.value ? state.value : undefined));

export const graphForm = computed(() => current.value?.form);
export const graphError = computed(() => current.value?.error);
export const graphNeeds = computed(() => current.value?.needs);
export const isReadingGraph = computed(() => key.value !== "" && current.value === undefined);

/** The schema that the form shows: with the inputs of the graph, if there is one. */
export const shownSchema = computed((): SettingsSchema | undefined => {
  const schema = workflowSchema.value;
  return schema === undefined || graphForm.value === undefined
    ? schema
    : withGraphInputs(schema, graphForm.value, paramsOf(draft.value));
});

async function readNeeds(graph: GraphValue, signal: AbortSignal): Promise<ExtensionCheck | undefined> {
  const name = currentBackend.peek();
  if (name === undefined) return undefined;
  const body = { workflow: draft.peek().workflow, params: { graph } };
  return calls()
    .checkExtensions({ params: { name }, body, signal })
    .catch(() => undefined);
}

/** An error that names the graph as the person knows it, in place of the path of the upload. */
function errorOf(reason: unknown, graph: GraphValue): ShownError {
  const shown = shownError(reason);
  const file = reason instanceof ApiError ? filledText(reason.problem.details?.["file"]) : undefined;
  if (file === undefined || typeof graph === "string") return shown;
  return { ...shown, text: shown.text.replace(file, uploadName(graph.$upload) ?? "The file") };
}

let reading = new AbortController();

/** Reads the form again, such as after an installation. */
export async function readGraph(): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  const graph = chosenGraph.peek();
  if (graph === undefined) return;
  const { backend } = draft.peek();
  const wanted = key.peek();
  try {
    const body = { graph, ...(backend !== undefined && { backend }) };
    const form = await calls().describeGraph({ body, signal });
    const needs = form.unknownClasses.length > 0 ? await readNeeds(graph, signal) : undefined;
    if (signal.aborted) return;
    // The seed of the file makes its image; the lock of the field lets it go.
    const isSeedOpen = paramsOf(draft.peek())["seed"] === undefined && state.peek()?.key !== wanted;
    if (form.values.seed !== undefined && isSeedOpen)
      draft.value = withParam(draft.peek(), "seed", form.values.seed);
    state.value = { key: wanted, form, ...(needs !== undefined && { needs }) };
  } catch (error) {
    const needs = await readNeeds(graph, signal);
    if (signal.aborted) return;
    state.value = { key: wanted, error: errorOf(error, graph), ...(needs !== undefined && { needs }) };
  }
}

export function stopReading(): void {
  reading.abort();
  state.value = { key: key.peek(), error: { text: "The graph was not read completely.", faults: [] } };
}

effect(() => {
  if (key.value !== "") void readGraph();
});
