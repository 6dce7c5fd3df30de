// The clients that are compared. Each file in this folder adapts one of them, as its README recommends, to one interface.
//
// `connect(url)` settles with `{ run, close }`. `run(graph, { onProgress, onPreview })` gives `{ ending, cancel, reportedFailure }`:
// `ending` settles once with `{ status, files, reason }`, where `status` is `finished`, `failed`, `interrupted` or `lost`,
// and a file is `{ filename, subfolder, type }`, with `bytes` from clients that fetch it. `cancel` is absent if the
// client cannot cancel. `reportedFailure()` returns a failure that the client reported while its promise was still pending.
// `runInTurn(graphs, between)`, for clients that know batches, runs one after another, with `between()` after each but the last.
// `uploadImage(bytes, name)`, for clients that can upload, settles with the value for a LoadImage node.

/** The module of each client by its name on the command line. `fetches`: it returns the bytes of images. `isPeer`: it is installed on demand. */
export const clients = {
  pictor: { module: "./pictor.mjs", title: "pictor", fetches: true, isPeer: false },
  saintno: { module: "./saintno.mjs", title: "@saintno/comfyui-sdk", fetches: false, isPeer: true },
  "stable-canvas": {
    module: "./stable-canvas.mjs",
    title: "@stable-canvas/comfyui-client",
    fetches: false,
    isPeer: true,
  },
  "comfy-ui-client": {
    module: "./comfy-ui-client.mjs",
    title: "@artifyfun/comfy-ui-client",
    fetches: true,
    isPeer: true,
  },
  raw: { module: "./raw.mjs", title: "fetch + ws by hand", fetches: false, isPeer: false },
};

export const clientModule = (name) => import(new URL(clients[name].module, import.meta.url).href);
