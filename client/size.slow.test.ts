// The client stays small enough for any page.

import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("the client is at most 5.7 KB for a browser, minified and compressed", async () => {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/index.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
  });
  expect(gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length).toBeLessThanOrEqual(5.7 * 1024);
});
