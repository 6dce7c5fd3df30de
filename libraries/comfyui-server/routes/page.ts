// The page at `/`, which says that the sampler is simulated.
import { route } from "@pictor/comfyui-protocol";
import type { Route } from "./route.js";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Simulated ComfyUI server</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:3em auto;padding:0 1em}</style>
<h1>Simulated ComfyUI server</h1>
<p>This server speaks the ComfyUI protocol with a <strong>simulated sampler</strong>: it has no diffusion model.
Images are painted by arithmetic from the prompt, for trying, developing and testing.</p>
<p>See <a href="object_info">the nodes</a>, <a href="system_stats">the system</a>, <a href="queue">the queue</a>.</p>
</html>
`;

export const pageRoutes: readonly Route[] = [
  route("GET", /^\/$/, () => ({
    status: 200,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" },
    body: PAGE,
  })),
];
