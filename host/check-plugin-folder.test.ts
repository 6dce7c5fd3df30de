// Mistakes of plugin authors that the schema of the manifest does not see: what `pictor plugins validate` says about each.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { posixPath } from "./testing/every-system.js";
import { checkPluginFolder } from "@pictor/host";

let count = 0;
const root = mkdtempSync(join(tmpdir(), "pictor-check-"));

/** The messages about a plugin folder, with `~` in place of its path. */
async function check(manifest: object, files: Readonly<Record<string, string>>) {
  const folder = join(root, String(count++), "plugin");
  const common = { manifestVersion: 1, version: "1.0.0", apiVersion: "^1.0.0", title: "A", description: "A" };
  for (const [name, text] of Object.entries({
    ...files,
    "plugin.json": JSON.stringify({ ...common, ...manifest }),
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { problems, warnings } = await checkPluginFolder(folder);
  const texts = (list: typeof problems) =>
    list.map(({ message }) => posixPath(message.replaceAll(folder, "~")));
  return { problems: texts(problems), warnings: texts(warnings) };
}

type Properties = Readonly<Record<string, object>>;
const configured = (properties: Properties, more: object = {}) =>
  check(
    { id: "output-a", kind: "output", main: "./index.js", config: { type: "object", properties, ...more } },
    { "index.js": "" },
  );

describe("settings", () => {
  it("a required field that does not exist is a problem, and another such name a warning", async () => {
    const found = await configured({ url: { type: "string" } }, { required: ["ulr"], "x-order": ["ulr"] });
    const text = expect.stringContaining('names the field "ulr", which does not exist.') as string;
    expect(found).toEqual({ problems: [text], warnings: [text] });
  });

  it("a default that its field refuses is a problem, also inside a group", async () => {
    const width = { type: "integer", minimum: 64, default: 8 };
    const mode = { type: "string", enum: ["ask", "refuse"], default: "aks" };
    const found = await configured({ mode, size: { type: "object", properties: { width } } });
    expect(found.problems).toEqual([
      '~/plugin.json#/config/properties/mode/default: expected one of "ask", "refuse", found a string: "aks"; its own schema refuses this value. Correct the value, or what the field allows. Did you mean "ask"?',
      "~/plugin.json#/config/properties/size/properties/width/default: expected at least 64, found a number: 8; its own schema refuses this value. Correct the value, or what the field allows.",
    ]);
  });

  it("an example that its workflow refuses is a problem", async () => {
    const params = { type: "object", properties: { steps: { type: "integer", maximum: 50 } } };
    const workflows = [{ id: "a", title: "A", example: { steps: 100 }, params }];
    const tap = { hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "a" } };
    const { problems } = await check(
      { id: "workflow-a", kind: "workflow", main: "./index.js", taps: [tap], contributes: { workflows } },
      { "index.js": "" },
    );
    expect(problems).toEqual([
      expect.stringMatching(/#\/contributes\/workflows\/0\/example\/steps: expected at most 50, found/),
    ]);
  });
});

it("a name of the wrong form is refused in words", async () => {
  const api = { id: "a", prefix: "hello", title: "A", scopes: ["read"] };
  const manifest = { id: "api-a", kind: "api", main: "./index.js", contributes: { apis: [api] } };
  expect((await check(manifest, { "index.js": "" })).problems).toEqual([
    '~/plugin.json#/contributes/apis/0/prefix: expected a slash and one word in lower case that does not belong to the server, such as /hello, found a string: "hello". Correct the manifest.',
  ]);
});

describe("supports of a backend kind", () => {
  const supporting = (supports: object) =>
    check(
      {
        id: "backend-a",
        kind: "backend",
        main: "./index.js",
        contributes: {
          backends: [
            {
              id: "a",
              title: "A",
              accepts: ["request"],
              supports,
              settings: { type: "object", properties: {} },
            },
          ],
        },
      },
      { "index.js": "" },
    );

  it("an unknown workflow, feature or setting is a warning", async () => {
    const supports = {
      workflows: ["txt2img", "txt2imgg"],
      features: ["loar"],
      settings: ["prompt", "stpes"],
    };
    const { problems, warnings } = await supporting(supports);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/supports\/workflows\/1 names the workflow "txt2imgg".*mean "txt2img"\?/),
      expect.stringMatching(/supports\/features\/0 names the feature "loar".*Did you mean "lora"\?/),
      expect.stringMatching(/supports\/settings\/1 names the setting "stpes".*Did you mean "steps"\?/),
    ]);
  });

  it("known names are none", async () => {
    expect(await supporting({ workflows: ["txt2img"], settings: ["prompt"] })).toEqual({
      problems: [],
      warnings: [],
    });
  });
});

describe("the page of a panel", () => {
  const paneled = (files: Readonly<Record<string, string>>) =>
    check(
      {
        id: "panel-a",
        kind: "panel",
        contributes: { panels: [{ id: "a", title: "A", description: "A", root: "page", scopes: ["read"] }] },
      },
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`page/${name}`, text])),
    );

  it("may name its own files, the client, the local API, and other sites as links", async () => {
    const found = await paneled({
      "index.html": `<!doctype html>
<link rel="stylesheet" href="style.css"><script src='./page.js' type=module>import "./gone.js";</script>
<img srcset="a.png 1x, a%20b.png 2x"><img src="/v1/jobs/1/outputs/0"><img src="data:image/png;base64,AA==">
<a href="https://example.org/">out</a> <a href="other.html#part">in</a> <a href="#top">top</a>
<!-- <img src="gone.png"> -->
<script>document.title = '<img src="nowhere.png">';</script>
<script type="module">import { openPanel } from "/pictor/client.js"; import "./lib/a.js"; // import "./gone.js"
const text = 'import "./gone.js"';</script>`,
      "style.css": `@import "more.css"; body { background: url( "a.png" ) } /* url(gone.png) */`,
      "more.css": "",
      "a.png": "",
      "a b.png": "",
      "other.html": "<script src=page.js></script>",
      "page.js": `export { a } from "./lib/a.js"; await import("./lib/a.js"); await import(location.hash);`,
      "lib/a.js": `import "../page.js"; export const a = 1;`,
    });
    expect(found).toEqual({ problems: [], warnings: [] });
  });

  it.each<[what: string, files: Readonly<Record<string, string>>, message: string]>([
    [
      "a script that is not there",
      { "index.html": `<!doctype html>\n<script src="pgae.js"></script>`, "page.js": "" },
      '~/page/index.html:2 names "pgae.js": expected the file pgae.js in the folder of the panel, found nothing. Correct the name, or add the file. Did you mean "page.js"?',
    ],
    [
      "a style",
      { "index.html": `<link href=missing.css rel=stylesheet>` },
      '~/page/index.html:1 names "missing.css": expected the file missing.css in the folder of the panel, found nothing. Correct the name, or add the file.',
    ],
    [
      "an image of a style in another folder",
      { "index.html": `<style>@import "css/a.css";</style>`, "css/a.css": "a {\n  background: url(b.png) }" },
      '~/page/css/a.css:2 names "b.png": expected the file css/b.png in the folder of the panel, found nothing. Correct the name, or add the file.',
    ],
    [
      "an import of a module in the page",
      { "index.html": `<script type="module">\n\nimport { a } from "./lib";\n</script>`, "lib.js": "" },
      '~/page/index.html:3 names "./lib": expected the file lib in the folder of the panel, found nothing. Correct the name, or add the file. Did you mean "lib.js"?',
    ],
    [
      "an import of a file two modules deep",
      {
        "index.html": `<script type="module" src="a.js"></script>`,
        "a.js": `import "./b.js";`,
        "b.js": `\nconst c = await import("./painting.js");`,
      },
      '~/page/b.js:2 names "./painting.js": expected the file painting.js in the folder of the panel, found nothing. Correct the name, or add the file.',
    ],
    [
      "a package",
      { "index.html": `<script type="module">import { h } from "preact";</script>` },
      '~/page/index.html:1 names "preact": expected a path that begins with "./", "../" or "/", found the name of a package. Name the file of the panel; a browser cannot resolve package names.',
    ],
    [
      "TypeScript that is not compiled",
      { "index.html": `<script src="page.js"></script>`, "page.ts": "" },
      '~/page/index.html:1 names "page.js": expected the file page.js in the folder of the panel, found page.ts alone. Compile it: a browser runs no TypeScript.',
    ],
    [
      "TypeScript as a script",
      { "index.html": `<script src="page.ts"></script>`, "page.ts": "" },
      '~/page/index.html:1 names "page.ts": expected a script (.js or .mjs), found a file of the type .ts. Name the JavaScript file.',
    ],
    [
      "a hidden file",
      { "index.html": `<img src=".hidden/a.png">`, ".hidden/a.png": "" },
      '~/page/index.html:1 names ".hidden/a.png": expected a file that is served, found a hidden file. Rename it: hidden files are not served.',
    ],
  ])("%s is a problem", async (_what, files, message) => {
    expect(await paneled(files)).toEqual({ problems: [message], warnings: [] });
  });

  it("may import packages by an import map", async () => {
    const page = `<script type="importmap">{ "imports": { "a": "./a.js" } }</script><script type=module>import "a";</script>`;
    expect(await paneled({ "index.html": page })).toEqual({ problems: [], warnings: [] });
  });

  it.each([
    [`<img src="https://example.org/a.png">`, "expected a file of the panel, found the address https://"],
    [
      `<button\n onclick="go()">`,
      "index.html:2: expected a script that calls addEventListener, found the att",
    ],
    [`<p style="color: red">`, "expected a class, found the attribute style, which the browser blocks"],
  ])("%s is a warning, because the browser blocks it", async (html, text) => {
    const { problems, warnings } = await paneled({ "index.html": html });
    expect([problems, warnings]).toEqual([[], [expect.stringContaining(text)]]);
  });
});
