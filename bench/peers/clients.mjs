// The clients that are compared. Each file here drives one of them as its own README says, through one interface.
//
// `connect(url)` settles with `{ run, close }`. `run(graph, { onProgress, onPreview })` gives `{ ending, cancel, reportedFailure }`:
// `ending` settles once with `{ status, files, reason }`, where `status` is `finished`, `failed`, `interrupted` or `lost`,
// and a file is `{ filename, subfolder, type }`, with `bytes` from clients that fetch it. `cancel` is absent where the
// client cannot cancel. `reportedFailure()` gives a failure that the client reported while its promise was still pending.
// `runInTurn(graphs, between)`, of clients that know batches, runs one after the other, with `between()` behind each but the last.
// `uploadImage(bytes, name)`, of clients that can upload, settles with what a LoadImage node calls the image.

/** Name on the command line to its module; `fetches`: it gives the bytes of images; `isPeer`: it is installed on demand. */
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
