// A backend for servers with the API /sdapi/v1, which takes settings and knows no graph.

import { Buffer } from "node:buffer";
import { fault } from "@pictor/kernel/plugin";

const samplers = { euler: "Euler", euler_ancestral: "Euler a", dpmpp_2m: "DPM++ 2M" };
const schedulers = { normal: "Automatic", karras: "Karras" };

/** The body of /txt2img for a neutral request. */
export const bodyOf = ({ params, prompts, sampling, seed, size }) => ({
  prompt: prompts.positive,
  negative_prompt: prompts.negative,
  steps: sampling.steps,
  cfg_scale: sampling.cfg,
  sampler_name: samplers[sampling.sampler],
  scheduler: schedulers[sampling.scheduler],
  seed: Number(BigInt.asUintN(32, seed)),
  width: size.width,
  height: size.height,
  batch_size: params.batchSize ?? 1,
  override_settings: { sd_model_checkpoint: params.model },
});

async function openServer({ baseUrl }, { name, auth, signal }, { network, clock }) {
  const closing = new AbortController();
  const closed = AbortSignal.any([signal, closing.signal]);
  const listeners = new Set();
  const prompts = new Map();
  let last = Promise.resolve();
  const emit = (event) => listeners.forEach((listener) => listener(event));

  /** A job waits for a server that cannot be reached, and asks again; any other error ends it. */
  const call = async (path, body, signal = closed) => {
    const url = `${baseUrl.replace(/\/$/, "")}/sdapi/v1/${path}`;
    const method = body === undefined ? "GET" : "POST";
    const sending = network.send(
      {
        ...{ url, method },
        ...(auth !== undefined && { auth }),
        ...(body !== undefined && {
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
      },
      { signal },
    );
    const reply = await sending.catch((error) => {
      if (error.code !== "REQUEST_FAILED") throw error;
      throw fault("BACKEND_UNREACHABLE", { url, reason: "there was no reply" }, { cause: error });
    });
    const { status } = reply;
    if (status === 200) return JSON.parse(await reply.text());
    await reply.discard();
    if (status === 401) throw fault(auth ? "AUTH_REJECTED" : "AUTH_REQUIRED", { where: url, auth, status });
    const details = { method, url, found: `status ${status}`, expected: "status 200" };
    throw fault("BACKEND_REPLY", details, { more: { status } });
  };

  /** Reports the progress twice a second, until the returned function is called. */
  function watchProgress(promptId, { outputs: [node], sampling }) {
    let isEnded = false;
    const look = async () => {
      const { progress } = await call("progress").catch(() => ({ progress: 0 }));
      const { steps: max } = sampling;
      if (!isEnded) emit({ type: "progress", promptId, node, value: Math.round(progress * max), max });
      if (!isEnded) cancel = clock.after(500, () => void look());
    };
    let cancel = clock.after(500, () => void look());
    const stop = () => {
      isEnded = true;
      cancel();
    };
    closed.addEventListener("abort", stop, { once: true });
    return stop;
  }

  async function run(promptId) {
    const prompt = prompts.get(promptId);
    if (prompt === undefined) return;
    prompt.state = { state: "running" };
    emit({ type: "started", promptId });
    const [node] = prompt.request.outputs;
    emit({ type: "node", promptId, node });
    const stop = watchProgress(promptId, prompt.request);
    try {
      const { images } = await call("txt2img", bodyOf(prompt.request));
      prompt.images = images;
      const outputs = images.map((_, index) => ({
        ...{ node, filename: `${promptId}-${index}.png`, subfolder: "", area: "temp" },
        ...{ mime: "image/png", address: "" },
      }));
      prompt.state = prompt.isInterrupted
        ? { state: "interrupted", outputs: [] }
        : { state: "succeeded", outputs };
    } catch (error) {
      prompt.state = {
        state: "failed",
        outputs: [],
        error: { exception: error.name, message: error.message },
      };
    }
    stop();
    emit({ type: "ended", promptId });
  }

  return {
    info: () =>
      Promise.resolve({ name, kind: "sdapi", title: `Web UI at ${baseUrl}`, version: "1", facets: [] }),
    /** The choices of settings: the models, under the node input that the workflow's setting names. */
    async catalog({ signal } = {}) {
      const models = (await call("sd-models", undefined, signal)).map(({ title }) => title);
      const input = { name: "ckpt_name", type: "COMBO", required: true, options: models };
      const loader = { name: "CheckpointLoaderSimple", inputs: [input], outputs: [], isOutput: false };
      return new Map([[loader.name, loader]]);
    },
    events(listener) {
      listeners.add(listener);
      return Promise.resolve(() => listeners.delete(listener));
    },
    submit({ promptId, request, record }) {
      prompts.set(promptId, { request, record, state: { state: "queued" } });
      last = last.then(() => run(promptId));
      return Promise.resolve({ promptId, dropped: [] });
    },
    async cancel(promptId) {
      const prompt = prompts.get(promptId);
      if (prompt?.state.state === "queued") {
        prompts.delete(promptId);
        return "removed";
      }
      if (prompt?.state.state !== "running") return "gone";
      prompt.isInterrupted = true;
      await call("interrupt", {});
      return "interrupting";
    },
    state: (promptId) => Promise.resolve(prompts.get(promptId)?.state ?? { state: "unknown" }),
    prompts: () =>
      Promise.resolve(
        [...prompts].map(([promptId, { state, record }]) => ({ promptId, state: state.state, record })),
      ),
    fetchSubmission: () => Promise.resolve(undefined),
    upload: ({ name: filename }) =>
      Promise.reject(
        fault("BACKEND_UPLOAD_REFUSED", { filename, url: baseUrl, reason: "it takes no files" }),
      ),
    async *fetchOutput({ filename }) {
      const [, promptId, index] = /^(.*)-(\d+)\.png$/.exec(filename);
      yield Buffer.from(prompts.get(promptId).images[Number(index)], "base64");
    },
    async close() {
      listeners.clear();
      closing.abort();
    },
    facets: {},
  };
}

export default (context) => ({
  provides: { backends: { sdapi: { open: (settings, opening) => openServer(settings, opening, context) } } },
});
