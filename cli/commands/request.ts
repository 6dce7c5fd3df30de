// `pictor request`: sends one request through the plugins and streams the reply's body to stdout.

import type { Reply } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel, type Host } from "../host.js";
import { parseBody } from "../input/body.js";
import { parseHeader, parseMethod } from "../input/headers.js";
import type { RequestOptions } from "../options.js";
import { bodyFields, headText, sentText } from "../output/reply.js";
import type { Terminal } from "../output/terminal.js";
import type { Invocation } from "../program.js";
import { warnOfProblems } from "./workflow.js";

async function streamBody(reply: Reply, terminal: Terminal): Promise<void> {
  for await (const chunk of reply.body) {
    // Leaving the loop cancels the body: nobody reads any more.
    if (!(await terminal.bytes(chunk))) return;
  }
}

/** The one place where a body is held whole: a JSON line has no other way. */
async function recordReply(
  reply: Reply,
  code: ExitCode,
  showSent: boolean,
  terminal: Terminal,
): Promise<void> {
  const { status, url, headers, hops } = reply;
  const sent = showSent ? { hops } : {};
  const body = bodyFields(await reply.bytes());
  terminal.record({ type: "result", exitCode: code, status, url, headers, ...sent, ...body });
}

async function send(host: Host, method: string, url: string, options: RequestOptions): Promise<ExitCode> {
  const { kernel, terminal, signal, streams } = host;
  warnOfProblems(host);
  const input = {
    method: parseMethod(method),
    url,
    headers: (options.header ?? []).map(parseHeader),
    ...(options.data !== undefined && { body: parseBody(options.data, streams.stdin) }),
    ...(options.auth !== undefined && { auth: options.auth }),
  };
  const reply = await kernel.send(input, { signal });
  const isRefused = reply.status === 401 || reply.status === 407;
  const code = exitCode(isRefused ? "auth" : "finished");
  if (terminal.json) {
    await recordReply(reply, code, options.showSent === true, terminal);
    return code;
  }
  if (options.showSent) terminal.note(sentText(reply.hops));
  if (options.include) terminal.result(headText(reply));
  await streamBody(reply, terminal);
  if (isRefused) terminal.note(refusal(options.auth));
  return code;
}

const refusal = (auth: string | undefined): string =>
  auth === undefined
    ? "The server asks for credentials: name a profile of the configuration with --auth."
    : `The server does not accept the credentials of the profile ${auth}.`;

export const request = (
  method: string,
  url: string,
  options: RequestOptions,
  { globals, streams }: Invocation,
): Promise<ExitCode> => withKernel({ globals, streams }, (host) => send(host, method, url, options));
