// The teaching half of the help: examples and notes under the options of each command.

import { exitCodes } from "./exit-codes.js";
import { backendTexts } from "./help/backend.js";
import { examples } from "./help/examples.js";
import { extensionTexts } from "./help/extensions.js";
import { table } from "./output/table.js";

const codeTable = table(
  exitCodes.map(({ code, meaning }) => [String(code), meaning]),
  "  ",
);

export const helpTexts = {
  ...backendTexts,
  ...extensionTexts,
  program: `${examples(
    "pictor generate txt2img --example --backend embedded",
    'pictor generate txt2img "a red fox in the snow" --set steps=30 --out fox',
    "pictor jobs list --backend studio",
    "pictor request GET https://api.example.org/me --auth work",
  )}

Exit codes:
${codeTable}`,
  generate: `${examples(
    "pictor generate txt2img --example --backend embedded",
    'pictor generate txt2img "a red fox" --seed 7 --count 4 --set width=768 --set cfg=6.5',
    'pictor generate txt2img "a red fox" --json | jq -r \'select(.type == "output").path\'',
    'pictor generate txt2img "a red fox" --backend studio --detach',
    'pictor generate --from fox.png --prompt "a grey fox" --set steps=40',
  )}

Paths of saved files go to stdout, everything else to stderr.
The first Ctrl-C cancels the job and waits until the backend has confirmed it; the second one leaves at once, and what
runs on a server may go on there. With --detach only the job's id goes to stdout, one line for each batch, and nothing
is waited for: \`pictor jobs watch\` saves the images. It needs a server that stays, as \`pictor backend serve\` is.
--from takes over everything that an image or project says, its seed too; options change it, a feature of the same id is
replaced, and what this version does not know is left out with a note.`,
  graph: examples(
    "pictor graph txt2img --example --backend embedded > graph.json",
    'pictor graph txt2img "a red fox" --seed 7 --set sampler=euler',
  ),
  validateGraph: `${examples(
    "pictor validate graph.json",
    'pictor validate txt2img "a red fox" --set sampler=euler --backend studio',
    "pictor graph txt2img --example | pictor validate - --backend studio",
    "pictor validate graph.json --json | jq '.problems[] | {node, input, hint}'",
  )}

Each problem names the node, the input, what is allowed and the nearest match. Exit code 0: the backend would take it; 2: it
has problems. The options beside --backend are for a workflow.`,
  inspectImage: `${examples(
    "pictor inspect fox.png",
    "pictor inspect fox.png --raw parameters",
    "pictor inspect fox.png --json | jq .project.params",
  )}

Read are our own record, projects of Stability Matrix, the parameters text of A1111 and graphs of ComfyUI.`,
  project: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png",
    "pictor generate --from fox.json --count 4",
  ),
  projectSave: examples(
    'pictor project save fox.json txt2img "a red fox" --set steps=30 --feature hires-fix',
    "pictor project save fox.json --from fox.png --force",
  ),
  projectShow: examples("pictor project show fox.json", "pictor project show fox.json --json"),
  history: `${examples(
    "pictor history",
    'pictor history --search "red fox" --workflow txt2img --limit 50',
    "pictor history --json | jq -r '.history[].path'",
  )}

The journal is a file of this machine (plugin output-journal); nothing is sent anywhere.`,
  historyClear: examples("pictor history clear", "pictor history clear --yes"),
  jobs: `${examples(
    "pictor jobs list",
    "pictor jobs watch 3f2a91c0 --out fox",
    "pictor jobs cancel 3f2a91c0 --backend studio",
  )}

A job is what the server calls a prompt: one batch of a generation, from this machine or another, or of another program.`,
  jobsList: examples(
    "pictor jobs list",
    "pictor jobs list --backend studio --limit 50",
    "pictor jobs list --json | jq -r '.jobs[] | select(.state == \"queued\").promptId'",
  ),
  jobsWatch: `${examples(
    "pictor jobs watch 3f2a91c0",
    "pictor jobs watch 3f2a91c0 --backend studio --out fox",
    'pictor jobs watch "$(pictor generate txt2img --example --backend studio --detach)" --backend studio',
  )}

Ctrl-C ends the watching (exit code 5), not the job. Else the exit code is that of \`pictor generate\`: a job that has ended
already is told, and its images are saved.`,
  jobsCancel: `${examples("pictor jobs cancel 3f2a91c0", "pictor jobs cancel 3f2a91c0 77b1 --backend studio")}

Exit code 0: each one is removed from the queue, is being interrupted, or neither waits nor runs any more; 3: the backend
refused one (it can only interrupt whatever runs, and that is another job now), or was not reached. All beginnings are looked
up first: where one names no job, or several, nothing is cancelled (exit code 2).`,
  request: `${examples(
    "pictor request GET https://api.example.org/me --auth work",
    "pictor request POST https://api.example.org/items -H 'Content-Type: application/json' -d '{\"name\": \"a\"}'",
    "pictor request PUT https://api.example.org/blob -d @blob.bin --include --show-sent",
    "pictor request GET https://api.example.org/report -o report.pdf --timeout 20 --max-bytes 50m",
    'pictor request --curl "curl -u me:pw https://api.example.org/me" --save work',
    "pbpaste | pictor request --curl -",
  )}

Nothing is added for -d but its length: name the Content-Type yourself.
--curl reads a command as a browser or a manual gives it; -u, an Authorization header (Basic, Bearer) and a user name in
the address become an auth setting. With --save it is kept as a profile for that origin, its secrets in the secret store.
As with curl, redirects are followed only where the command has -L.
A reply of any status is a result (exit code 0), except 401 and 407 (exit code 8).`,
  auth: `${examples(
    "pictor auth set api --type bearer --secret token",
    "pictor auth discover work https://auth.example.org && pictor auth set work --set clientId=pictor",
    "pictor auth login work",
    "pictor request GET https://api.example.org/me --auth work",
  )}

A profile is a name for credentials: a request (--auth) or a backend ("auth" beside its address) uses it by that name.
The file holds references only; secrets and tokens are in the secret store (\`secrets.store\` in the configuration).`,
  authList: `${examples("pictor auth list", "pictor auth list --json | jq '.profiles[] | {name, status}'")}

✓: filled in, no field is missing; whether it is signed in is its state. -: not filled in. x: unusable; why is said below.`,
  authShow: examples("pictor auth show work", "pictor auth show work --json | jq .profile.status.expiresAt"),
  authSet: `${examples(
    "pictor auth set studio --type basic --set username=me --secret password",
    "pictor auth set api --type api-key --set key=X-API-Key --secret value=env:API_KEY",
    'pictor auth set work --type oauth2 --set tokenUrl=https://auth.example.org/token --set scopes="a b" --secret clientSecret',
    "pass show api | pictor auth set api --secret value",
    "pictor auth set api --origin https://api.example.org",
  )}

A secret is never an argument: it is typed unseen, or one line of standard input for each --secret in their order.
The addresses of --origin replace those that there were; any alone lifts the limit.`,
  authLogin: `${examples("pictor auth login work", "pictor auth login work --no-browser")}

Where no browser can be opened (a remote shell, no desktop, CI, BROWSER=none) the address is shown. Ctrl-C ends the
sign-in and changes nothing. With --json the address and a device code are records of type url and code.`,
  authRefresh: examples("pictor auth refresh work"),
  authPaste: examples("pictor auth paste work", "pictor auth paste work < token.txt"),
  authClear: examples("pictor auth clear work"),
  authDiscover: examples(
    "pictor auth discover work https://auth.example.org",
    "pictor auth discover work login.example.org/tenant/v2.0",
  ),
  authUndo: examples("pictor auth undo work"),
  authRemove: examples("pictor auth remove work", "pictor auth remove work --yes"),
  authRun: examples("pictor auth run work login", "pictor auth run work rotate --input monthly"),
  plugins: examples(
    "pictor plugins list",
    "pictor plugins inspect workflow-txt2img",
    "pictor plugins validate ./my-plugin",
  ),
  list: examples("pictor plugins list", "pictor plugins list --json"),
  inspect: examples("pictor plugins inspect workflow-txt2img", "pictor plugins inspect --hook beforeSend"),
  validate: examples("pictor plugins validate ./my-plugin", "pictor plugins validate plugins/*"),
  catalog: examples(
    "pictor catalog list --search upscale",
    "pictor catalog show KSampler",
    "pictor catalog types --class NRS --name ExtensionNodes",
  ),
  catalogList: examples("pictor catalog list", "pictor catalog list --search MODEL --backend studio"),
  catalogShow: examples(
    "pictor catalog show KSampler",
    "pictor catalog show KSampler --json | jq .nodeClass.inputs",
  ),
  catalogTypes: `${examples(
    "pictor catalog types --backend studio --out nodes.ts",
    "pictor catalog types --class NRS --class FaceDetailer --name ExtensionNodes",
  )}

A choice of modes is one of its values; names of files, samplers and schedulers are any text, because servers differ.`,
} as const;
