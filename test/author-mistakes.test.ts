// What an author reads after a mistake in a plugin: which plugin, where in it, what was found, what was expected, what to do.

import { describe, expect, it } from "vitest";
import { make, type Use } from "./author-mistakes.test.support.js";

/** The mistake, the change of the good plugin, and the whole text. */
type Row = readonly [mistake: string, change: readonly [from: string, to: string], text: string];

const goodPlugins: readonly [id: string, use: Use][] = [
  ["auth-badge", "send"],
  ["auth-badge", "status"],
  ["auth-badge", "login"],
  ["auth-ticket", "send"],
  ["output-note", "generate"],
  ["output-hook", "generate"],
  ["workflow-mini", "generate"],
];

it.each(goodPlugins)("%s without a mistake reports nothing (%s)", async (id, use) => {
  expect((await make(id, ["export default", "export default"], use)).reports).toEqual([]);
});

function mistakes(title: string, id: string, use: Use, rows: readonly Row[], file?: string): void {
  describe(title, () => {
    it.each(rows)("%s", async (_mistake, change, text) => {
      const { reports, arrived } = await make(id, change, use, file);
      expect(reports.map((report) => report.text)).toEqual([text]);
      expect(reports[0]?.plugin).toBe(id);
      // An output step and an observer do not end a job; everything else ends what it belongs to before anything is sent.
      expect(arrived).toBe(id.startsWith("output-") ? 1 : 0);
    });
  });
}

const headers = 'headers: [...request.headers, ["X-Badge", number]]';
const settings = "const { number } = request.auth.settings;";
mistakes("an auth handler that", "auth-badge", "send", [
  [
    "misspells headers",
    [headers, headers.replace("headers", "header")],
    'auth-badge returned an invalid request from beforeSend (addBadge): an object with the unknown member "header" (did you mean "headers"?); expected no members but id, purpose, method, url, headers, body, auth. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "writes an object of headers",
    [headers, 'headers: { "X-Badge": number }'],
    'auth-badge returned an invalid request from beforeSend (addBadge): "headers" is an object; expected an array of pairs: [name, value]. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "forgets the value of a header",
    [headers, 'headers: [...request.headers, ["X-Badge"]]'],
    'auth-badge returned an invalid request from beforeSend (addBadge): "headers[3]" is an array; expected a pair of strings: [name, value]. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "gives an empty name",
    [headers, 'headers: [...request.headers, ["", number]]'],
    'auth-badge returned an invalid request from beforeSend (addBadge): "headers[3]" is a header that has an invalid name; expected a header as in RFC 9110 section 5. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "gives a promise as the value of a header",
    [headers, headers.replace(" number", " Promise.resolve(number)")],
    'auth-badge returned an invalid request from beforeSend (addBadge): "headers[3][1]" is a Promise (did you forget await?); expected a string. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "adds a line break to a header",
    [headers, headers.replace(" number", " number + '\\n'")],
    'auth-badge returned an invalid request from beforeSend (addBadge): "headers[3]" is the header X-Badge, which has a value with a line break, a control character or half of a character; expected a header as in RFC 9110 section 5. Correct what addBadge returns; undefined leaves the value unchanged.',
  ],
  [
    "returns nothing",
    ["return { ...request", "const unused = { ...request"],
    'auth-badge returned nothing from beforeSend (addBadge), so the request would be sent without the credentials of the auth scheme "badge"; expected another header or query parameter. Let the handler return a new request, such as setHeader(request, name, value), or throw an error that says what is missing. For a scheme that waits for a 401, declare "challenge": true in plugin.json.',
  ],
  [
    "returns a copy of the request",
    [headers, "headers: [...request.headers]"],
    'auth-badge returned a request without a new header or query parameter from beforeSend (addBadge), so the request would be sent without the credentials of the auth scheme "badge"; expected another header or query parameter. Let the handler return a new request, such as setHeader(request, name, value), or throw an error that says what is missing. For a scheme that waits for a 401, declare "challenge": true in plugin.json.',
  ],
  [
    "returns null",
    [settings, "return null;"],
    "auth-badge returned an invalid request from beforeSend (addBadge): null; expected nothing, or a request: { ...request, headers }. Correct what addBadge returns; undefined leaves the value unchanged.",
  ],
  [
    "changes the path",
    [headers, "url: request.url + 'a'"],
    "auth-badge changed the address of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
  [
    "changes the method",
    [headers, `${headers}, method: "POST"`],
    "auth-badge changed the method of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
  [
    "changes the body",
    [headers, `${headers}, body: { open: async function* () {}, replayable: true }`],
    "auth-badge changed the body of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
  [
    "changes the auth setting",
    [headers, `${headers}, auth: { type: "none", settings: {} }`],
    "auth-badge changed the auth setting of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
  [
    "sets the header Host",
    [headers, headers.replace("X-Badge", "Host")],
    "auth-badge changed the header Host, which controls the connection, of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
  [
    "changes the request in place",
    [settings, `${settings} request.headers.push(["X-Badge", number]);`],
    "auth-badge failed in beforeSend (addBadge): Cannot add property 3, object is not extensible (at index.js:2:61). `--verbose` shows the place in the code.",
  ],
  [
    "throws a text",
    [settings, "throw 'no';"],
    "auth-badge failed in beforeSend (addBadge): a string was thrown. `--verbose` shows the place in the code.",
  ],
  [
    "removes what the caller has set",
    [headers, 'headers: [["X-Badge", number]]'],
    "auth-badge changed the header Accept, which it has removed, of the request in beforeSend (addBadge); expected only further headers and query parameters from an auth scheme. Correct what addBadge returns; undefined leaves the request unchanged.",
  ],
]);
const status = 'const status = () => ({ state: "ready" });';
mistakes("a status that", "auth-badge", "status", [
  [
    "misspells its state",
    [status, 'const status = () => ({ state: "redy" });'],
    'The plugin auth-badge returned an invalid value from status() of the auth scheme badge: "state" is a string: "redy" (did you mean "ready"?); expected one of "ready", "expired", "signed-out", "pending", "missing". Correct this value in the plugin, or report it to the plugin\'s author.',
  ],
  [
    "is nothing",
    [status, "const status = () => {};"],
    "The plugin auth-badge returned an invalid value from status() of the auth scheme badge: nothing; expected an object. Correct this value in the plugin, or report it to the plugin's author.",
  ],
]);
const login = 'const login = () => ({ notes: ["You are signed in."] });';
mistakes("an action that", "auth-badge", "login", [
  [
    "edits an unknown scheme",
    [login, 'const login = () => ({ edit: { bagde: { number: "1" } } });'],
    'auth-badge has values for the auth scheme "bagde", which no plugin contributes. They were not stored. Did you mean "badge"?',
  ],
  [
    "edits an unknown field",
    [login, 'const login = () => ({ edit: { badge: { nummer: "1" } } });'],
    'The plugin auth-badge returned an invalid value from the action login of the auth scheme badge: an edit that does not fit (profiles/me/schemes/badge#: expected one of the keys "number", found the unknown key "nummer". Correct this value. Did you mean "number"?); expected values that fit the settings of their scheme. Correct this value in the plugin, or report it to the plugin\'s author.',
  ],
  [
    "edits without the scheme",
    [login, 'const login = () => ({ edit: { number: "1" } });'],
    'The plugin auth-badge returned an invalid value from the action login of the auth scheme badge: "edit.number" is a string: "1"; expected an object. Correct this value in the plugin, or report it to the plugin\'s author.',
  ],
]);
const ask = 'const ask = async () => "1";';
mistakes("a permission that was not asked for:", "auth-ticket", "send", [
  [
    "network",
    [ask, "const ask = ({ network }) => network.send({ url: 'http://127.0.0.1/' });"],
    'The plugin auth-ticket uses context.network without the permission "network". Add {"name":"network","reason":"Why the plugin needs it."} to `permissions` in its plugin.json.',
  ],
  [
    "at set-up",
    ["export default (context) => {", "export default ({ network: { send }, ...context }) => {"],
    'The plugin auth-ticket uses context.network without the permission "network". Add {"name":"network","reason":"Why the plugin needs it."} to `permissions` in its plugin.json.',
  ],
]);

const note = "metadata: { ...output.metadata, note: workflow }";
mistakes("an output step that", "output-note", "generate", [
  [
    "returns an output without open",
    [note, `${note}, open: undefined`],
    'a.png could not be saved: output-note returned an invalid output from afterOutput (addNote): "open" is nothing; expected a function. The file is still on the backend: http://fake/view/a.png',
  ],
  [
    "misspells metadata",
    [note, note.replace("metadata:", "metdata:")],
    'a.png could not be saved: output-note returned an invalid output from afterOutput (addNote): an object with the unknown member "metdata" (did you mean "metadata"?); expected no members but jobId, batch, index, file, mime, open, place, seed, prompt, metadata, path. The file is still on the backend: http://fake/view/a.png',
  ],
  [
    "changes the output in place",
    [`return { ...output, ${note} };`, "output.metadata.note = workflow;"],
    "a.png could not be saved: output-note failed in afterOutput (addNote): Cannot add property note, object is not extensible (at index.js:2:24). The file is still on the backend: http://fake/view/a.png",
  ],
]);

const checkVeto = '{ kind: "veto", code: "TOO_MANY", message: "One batch is enough.", hint: "Ask for one." }';
const answer = "const answer = await interaction.ask(question);";
mistakes("a gate that", "size-checker", "generate", [
  [
    "returns true",
    [answer, "return true;"],
    'size-checker returned an invalid veto from beforeFirstBatch (checkSize): a boolean; expected nothing, or a veto: { kind: "veto", code, message }. Correct what checkSize returns; undefined leaves the value unchanged.',
  ],
  [
    "forgets the code of a veto",
    [checkVeto, checkVeto.replace('code: "TOO_MANY", ', "")],
    'size-checker returned an invalid veto from beforeFirstBatch (checkSize): "code" is nothing; expected a string that is not empty. Correct what checkSize returns; undefined leaves the value unchanged.',
  ],
  [
    "forgets the kind of a veto",
    [checkVeto, checkVeto.replace('kind: "veto", ', "")],
    'size-checker returned an invalid veto from beforeFirstBatch (checkSize): "kind" is nothing; expected "veto". Correct what checkSize returns; undefined leaves the value unchanged.',
  ],
  [
    "throws the veto",
    [answer, "throw veto;"],
    "size-checker returned an invalid veto from beforeFirstBatch (checkSize): a veto that was thrown; expected a veto that is returned. Correct what checkSize returns; undefined leaves the value unchanged.",
  ],
  [
    "asks without choices",
    ["  choices: [\n", "  choice: [\n"],
    'The question "Go on?" of the plugin size-checker cannot be asked: an object with the unknown member "choice" (did you mean "choices"?); expected no members but title, detail, choices, safeChoice, yesChoice, jobId, signal. Correct the plugin that asks the question: each choice needs a different id, and safeChoice must be one of the ids.',
  ],
]);

const build = "const build = (draft, { params }) => ({\n  ...draft,";
mistakes("a workflow that", "workflow-mini", "generate", [
  [
    "misspells outputs",
    ['outputs: ["Save"]', 'output: ["Save"]'],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): an object with the unknown member "output" (did you mean "outputs"?); expected no members but graph, anchors, primary, latent, encoder, firstPass, isTransparent, decoder, mask, guiderNodes, cursors, prompts, promptLinks, recordedPrompts, sampling, chosenParams, seed, traits, medium, size, outputs, inputs, requires, models, origins. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "forgets the outputs",
    ['  outputs: ["Save"],\n', ""],
    'The workflow "mini" of workflow-mini built no output node: its outputs are empty. Let a handler of buildWorkflow with `when.workflow` return a draft whose outputs are the ids of nodes: `outputs: ["Save"]`.',
  ],
  [
    "names an output that there is not",
    ['outputs: ["Save"]', 'outputs: ["Sav"]'],
    'The graph is invalid at Sav: workflow-mini names it as an output of the workflow "mini", and it does not exist. Name a node of the graph in outputs. Did you mean "Save"?',
  ],
  [
    "misspells class_type",
    ["class_type", "classType"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "graph.Save.class_type" is nothing; expected a string that is not empty. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "forgets the inputs of a node",
    [", inputs: { text: params.prompt, steps: 4 }", ""],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "graph.Save.inputs" is nothing; expected an object. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "links to a node that there is not",
    ["steps: 4", 'steps: ["Nod", 0]'],
    'The graph is invalid at Save.steps, which workflow-mini has built: it is connected to "Nod", which does not exist. Connect it to a node of the graph.',
  ],
  [
    "returns the graph alone",
    [build, "const build = (draft, { params }) => ({"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "anchors" is nothing; expected an object. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "gives a promise as an input",
    ["text: params.prompt", "text: Promise.resolve('x')"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "graph.Save.inputs.text" is a Promise (did you forget await?); expected a text, a number, true or false, null, a link, or a plain object. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "requires an extension as a text",
    ["  size:", "  requires: ['a/b'],\n  size:"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "requires[0]" is a string: "a/b"; expected an object. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "names a model file without the scheme of its address",
    ["  size:", "  models: [{ name: 'a.gguf', folder: 'unet', url: 'models.example/a.gguf' }],\n  size:"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "models[0].url" is a string: "models.example/a.gguf"; expected an http or https address. Correct what build returns; undefined leaves the value unchanged.',
  ],
  [
    "gives an origin as a text",
    ["  size:", "  origins: { 'Save.text': 'prompt' },\n  size:"],
    'workflow-mini returned an invalid workflow draft from buildWorkflow (build): "origins.Save.text" is a string: "prompt"; expected an object. Correct what build returns; undefined leaves the value unchanged.',
  ],
]);

const notify = 'if (event.state === "never") report({ code: "NEVER", message: "This does not happen." });';
mistakes("an observer that", "output-hook", "generate", [
  [
    "is asynchronous",
    ["const notify = (", "const notify = async ("],
    "output-hook returned a promise from onEvent (notify), which must be synchronous. Make the handler synchronous; start long work without returning its promise.",
  ],
  [
    "throws",
    [notify, 'if (event.state === "running") throw new Error("no");'],
    "output-hook failed in onEvent (notify): no (at index.js:2:40). `--verbose` shows the place in the code.",
  ],
  [
    "reports without a code",
    [notify, 'if (event.state === "running") report({ message: "no" });'],
    'output-hook reported an invalid problem in onEvent (notify): "code" is nothing; expected a string that is not empty. Correct what notify passes to report: an object with code, message and, optionally, hint.',
  ],
  [
    "misspells hint",
    [notify, 'if (event.state === "running") report({ code: "A", message: "a", hnt: "b" });'],
    'output-hook reported an invalid problem in onEvent (notify): an object with the unknown member "hnt" (did you mean "hint"?); expected no members but code, message, hint, pageFix, plugin, hook. Correct what notify passes to report: an object with code, message and, optionally, hint.',
  ],
]);
