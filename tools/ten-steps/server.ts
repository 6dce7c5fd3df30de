// The local API, the page of the panel, and the end of the server.

import { readdirSync } from "node:fs";
import { userDataFile } from "@pictor/host/testing";
import { startInterruptible, type Interruptible } from "./interrupt.js";
import type { NewUser } from "./new-user.js";
import { check, type Step } from "./step.js";

interface Ready {
  readonly url: string;
  readonly token: string;
  readonly panels: readonly { readonly url: string }[];
}

type Serving = Ready & Interruptible;

let serving: Serving | undefined;

function current(): Serving {
  check(serving !== undefined, "no server runs");
  return serving;
}

async function serve(user: NewUser): Promise<Serving> {
  const program = startInterruptible(user, ["serve", "--port", "0", "--panel", "web=0", "--yes", "--json"]);
  const [line] = await program.started.wrote(/^\{"type":"ready".*\}$/m);
  const { url, token, panels } = JSON.parse(line) as Ready;
  return { url, token, panels, ...program };
}

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

export const serveStep: Step = {
  name: "serve",
  async run(user) {
    serving = await serve(user);
    const { url, token } = serving;
    const anonymous = await get(`${url}/v1/presets`);
    const known = await get(`${url}/v1/presets`, { Authorization: `Bearer ${token}` });
    check(anonymous.status === 401 && known.status === 200, `${anonymous.status} and ${known.status}`);
    return `${url} answers with its token, and 401 without`;
  },
};

export const panelStep: Step = {
  name: "panel",
  async run() {
    const { panels } = current();
    const page = new URL(panels[0]?.url ?? "");
    page.hash = "";
    const html = await get(page.href);
    const policy = html.headers.get("content-security-policy") ?? "";
    check(html.status === 200 && policy.includes("default-src"), `status ${html.status}, policy ${policy}`);
    const [, source = ""] = /<script\b[^>]*\bsrc="([^"]+)"/.exec(html.text) ?? [];
    const script = await get(new URL(source, page).href);
    const type = script.headers.get("content-type") ?? "";
    check(script.status === 200 && type.includes("javascript"), `script ${source}: ${script.status} ${type}`);
    return `the page with its policy, and ${source} of ${script.text.length} characters`;
  },
};

export const stopStep: Step = {
  name: "stop",
  async run(user) {
    const { started, press } = current();
    const key = await press();
    const { code, err } = await started.ended;
    check(code === 0, `the server ended with ${code}: ${err}`);
    const left = readdirSync(userDataFile(user.home, "server/servers"));
    check(left.length === 0, `the server has left ${left.join()}`);
    return `${key} ends the server with exit code 0, and leaves nothing`;
  },
};

/** Ends a server that a failed step has left. */
export function endServer(): void {
  serving?.end();
}
