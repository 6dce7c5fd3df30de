// Model files that the server downloads as tasks, as ComfyUI 0.38 does. Nothing is fetched: the files exist by name
// only, as all models here.
import { randomUUID } from "node:crypto";
import { choicesOf, type InputSpecs, type NodeDefinition } from "@pictor/comfyui-graph";
import { isRecord, isWebAddress, parseJsonOrUndefined, type Clock } from "@pictor/kernel/plugin";
import { json, type Reply } from "@pictor/comfyui-protocol";

/** How long a download takes. */
const downloadMs = 300;

/** Files by the folder of their kind. */
export type ModelFiles = Readonly<Record<string, readonly string[]>>;

interface Download {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly startedAtMs: number;
  isCancelled: boolean;
}

const refusal = (status: number, code: string, message: string): Reply =>
  json({ error: { code, message, details: {} } }, status);

const invalid = (message: string): Reply => refusal(400, "INVALID_BODY", message);
const noTask = refusal(404, "TASK_NOT_FOUND", "No such task.");

const folderIn = (tags: unknown): string | undefined =>
  (Array.isArray(tags) ? (tags as readonly unknown[]) : [])
    .map((tag) => /^model_type:(.+)$/.exec(String(tag))?.[1])
    .find((folder) => folder !== undefined);

type Spec = InputSpecs[string];

/** The choices of an input that lists the files of a folder, with further ones. */
function withFiles(spec: Spec, listed: readonly string[], further: readonly string[]): Spec {
  const choices = choicesOf(spec);
  if (choices === undefined || choices.length === 0 || choices.join("\n") !== listed.join("\n")) return spec;
  const all = [...choices, ...further];
  const [type, options = {}] = spec;
  return (type === "COMBO"
    ? [type, { ...options, options: all }]
    : [all, ...spec.slice(1)]) as unknown as Spec;
}

/** The downloads of one server. */
export class Downloads {
  readonly #files: ModelFiles;
  readonly #clock: Pick<Clock, "now">;
  readonly #tasks = new Map<string, Download>();

  constructor(files: ModelFiles, clock: Pick<Clock, "now">) {
    this.#files = files;
    this.#clock = clock;
  }

  /** The reply to `POST /assets/download`. */
  start(body: string): Reply {
    const value = parseJsonOrUndefined(body);
    if (!isRecord(value)) return invalid("Request body must be a JSON object.");
    const { source_url: url, filename, tags } = value;
    if (typeof url !== "string" || !isWebAddress(url)) return invalid("source_url must be an http(s) URL.");
    const folder = folderIn(tags);
    if (folder === undefined) return invalid("A 'model_type:<folder>' tag is required.");
    const name = typeof filename === "string" ? filename : (new URL(url).pathname.split("/").at(-1) ?? "");
    if (!Object.hasOwn(this.#files, folder) || folder === "custom_nodes")
      return refusal(400, "UNKNOWN_MODEL_FOLDER", `'${folder}' is not a model folder.`);
    if (name === "" || name.startsWith("/") || name.split("/").includes(".."))
      return refusal(400, "INVALID_FILENAME", `'${name}' is not a usable filename.`);
    if (this.finished(folder).includes(name) || this.#files[folder]?.includes(name) === true)
      return refusal(409, "model_file_exists", `'${name}' exists already.`);
    const id = randomUUID();
    this.#tasks.set(id, { id, folder, name, startedAtMs: this.#clock.now(), isCancelled: false });
    return json({ task_id: id, status: "created" }, 202);
  }

  #statusOf({ isCancelled, startedAtMs }: Download): "running" | "completed" | "cancelled" {
    if (isCancelled) return "cancelled";
    return this.#clock.now() - startedAtMs >= downloadMs ? "completed" : "running";
  }

  /** The reply to `GET /tasks/ID`. */
  read(id: string): Reply {
    const task = this.#tasks.get(id);
    if (task === undefined) return noTask;
    const { folder, name, startedAtMs } = task;
    const at = new Date(startedAtMs).toISOString();
    const status = this.#statusOf(task);
    return json({
      id,
      task_name: "download_file",
      payload: { destination: `models/${folder}/${name}`, folder },
      status,
      create_time: at,
      update_time: at,
      started_at: at,
      ...(status === "completed" && {
        completed_at: at,
        result: { success: true, filename: name, bytes_downloaded: 0 },
      }),
    });
  }

  /** The reply to `DELETE /tasks/ID`. */
  cancel(id: string): Reply {
    const task = this.#tasks.get(id);
    if (task === undefined) return noTask;
    if (this.#statusOf(task) !== "running")
      return refusal(409, "TASK_NOT_CANCELLABLE", "This task can no longer be cancelled.");
    task.isCancelled = true;
    return json({ status: "cancelling" });
  }

  /** The names of the files that were downloaded into a folder. */
  finished(folder: string): readonly string[] {
    return [...this.#tasks.values()]
      .filter((task) => task.folder === folder && this.#statusOf(task) === "completed")
      .map(({ name }) => name);
  }

  /** The node classes, whose choices of files have those that were downloaded. */
  catalogWith(catalog: ReadonlyMap<string, NodeDefinition>): ReadonlyMap<string, NodeDefinition> {
    const lists = Object.entries(this.#files)
      .map(([folder, listed]) => ({ listed, further: this.finished(folder) }))
      .filter(({ further }) => further.length > 0);
    if (lists.length === 0) return catalog;
    const withLists = (specs: InputSpecs): InputSpecs =>
      Object.fromEntries(
        Object.entries(specs).map(([name, spec]) => [
          name,
          lists.reduce((next, { listed, further }) => withFiles(next, listed, further), spec),
        ]),
      );
    const changed = ({ signature, ...definition }: NodeDefinition): NodeDefinition => {
      const required = withLists(signature.required);
      const optional = withLists(signature.optional);
      const { input } = signature.entry;
      const entry = {
        ...signature.entry,
        ...(input && { input: { ...input, required, ...(input.optional && { optional }) } }),
      };
      return { ...definition, signature: { ...signature, required, optional, entry } };
    };
    return new Map([...catalog].map(([name, definition]) => [name, changed(definition)]));
  }
}
