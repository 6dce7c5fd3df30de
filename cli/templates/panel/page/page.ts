// The page: a form, the progress, and the image. `/pictor/client.js` is the client that every panel's server has.

import { openPanel } from "/pictor/client.js";
import { progressText } from "./progress-text.ts";

const form = document.querySelector("form") as HTMLFormElement;
const status = document.querySelector("p") as HTMLParagraphElement;
const image = document.querySelector("img") as HTMLImageElement;
const client = await openPanel();

async function generate(prompt: string): Promise<void> {
  const job = await client.generate(
    { workflow: "txt2img", params: { prompt } },
    {
      onProgress: ({ state, progress }) => void (status.textContent = progressText(state, progress?.overall)),
    },
  );
  status.textContent = progressText(job.state);
  if (job.outputs.length === 0) return;
  const output = await client.calls.readOutput({ params: { id: job.id, index: "0" } });
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(await output.blob());
  image.alt = prompt;
  image.hidden = false;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  // Text from servers and images is foreign: it is set as text, never as HTML.
  generate(String(new FormData(form).get("prompt"))).catch((error: unknown) => {
    status.textContent = String(error);
  });
});
