// A child process: one client that transfers a file. The message `{ path }` uploads, `{ megabytes }` downloads; the reply has the figures.

import { createReadStream, openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { clientModule } from "../peers/clients.mjs";
import { measured } from "./client-load.mjs";

const [name, url] = process.argv.slice(2);
const { connect } = await clientModule(name);
const client = await connect(url);

async function postForm(path) {
  const form = new FormData();
  form.append("image", await openAsBlob(path), "bench.bin");
  await (await fetch(`${url}upload/image`, { method: "POST", body: form })).arrayBuffer();
}

async function uploadStream(path) {
  const { size: length } = await stat(path);
  const open = () => createReadStream(path);
  await client.backend.upload({ name: "bench.bin", mime: "application/octet-stream", length, open });
}

async function drain(body) {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

const location = (megabytes) => ({ filename: `${megabytes}.png`, subfolder: "", type: "output" });
const query = (megabytes) => new URLSearchParams(location(megabytes));

/** For each client, how its user uploads a file from disk, and downloads a file without keeping it. */
const transfers = {
  raw: { upload: postForm, download: async (size) => drain((await fetch(`${url}view?${query(size)}`)).body) },
  pictor: {
    upload: uploadStream,
    download: (size) => {
      const { type: area, ...file } = location(size);
      return drain(client.backend.fetchOutput({ node: "9", ...file, area, mime: "image/png", address: url }));
    },
  },
  saintno: { upload: async (path) => client.upload(await readFile(path), "bench.bin") },
  "comfy-ui-client": {
    upload: async (path) => client.upload(await readFile(path), "bench.bin"),
    download: (size) => client.image(location(size)),
  },
};

process.on("message", async ({ path, megabytes, small }) => {
  const { upload, download } = transfers[name];
  // A small transfer first, so that connections and code are loaded before the measurement.
  await (path === undefined ? download(0) : upload(small));
  process.send(await measured(() => (path === undefined ? download(megabytes) : upload(path))));
});
process.once("disconnect", () => process.exit());
process.send(Object.keys(transfers[name]));
