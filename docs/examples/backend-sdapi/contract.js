// A server with the API /sdapi/v1 for `pictor plugins test`, which knows one model and makes the same image each time.

import { createServer } from "node:http";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function start() {
  const waiting = new Set();
  let isHeld = false;
  const finish = () => {
    for (const answer of waiting) answer({ images: [png] });
    waiting.clear();
  };
  const routes = {
    "sd-models": (answer) => answer([{ title: "dream.safetensors" }]),
    progress: (answer) => answer({ progress: 0.5 }),
    txt2img(answer) {
      waiting.add(answer);
      if (!isHeld) finish();
    },
    interrupt(answer) {
      answer({});
      finish();
    },
  };
  const server = createServer((request, response) => {
    const answer = (value) => response.end(JSON.stringify(value));
    request.on("end", () => routes[request.url.replace("/sdapi/v1/", "")](answer)).resume();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    settings: { baseUrl: `http://127.0.0.1:${server.address().port}` },
    hold() {
      isHeld = true;
      return () => {
        isHeld = false;
        finish();
      };
    },
    lose: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export default { backends: { sdapi: { start } } };
