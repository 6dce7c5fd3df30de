// `pictor request`: sends one request through the plugins and streams the reply's body to stdout or to a file.

import type { Problem, Reply } from "@pictor/kernel";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import { UsageError } from "../../base/usage-error.js";
import { renderWarning } from "../../output/error-report.js";
import { requireWritableTarget, saveFile } from "../../output/save-file.js";
import type { Terminal } from "../../output/terminal.js";
import type { CommandHost } from "../../session/command-host.js";
import { hostedCommand } from "../../session/hosted-command.js";
import { warnOfPluginProblems } from "../../session/plugin-problems.js";
import { homePath } from "../../text/home-path.js";
import { acceptsCertificate } from "./accept-certificate.js";
import { requireProfile } from "../auth/saved-profile.js";
import { bodyFields, headText, sentText, statusText } from "./reply-text.js";
import { resolveRequestAuth } from "./request-auth.js";
import { planCurl, planRequest, type RequestOptions, type RequestPlan } from "./request-plan.js";

/** The plan from METHOD and URL, or from a curl command, which may come from standard input. */
async function planOf(
  { interaction, signal, streams }: CommandHost,
  words: readonly string[],
  options: RequestOptions,
): Promise<RequestPlan> {
  const [method, url] = words;
  const { curl } = options;
  if (curl !== undefined) {
    const hint = "Quote the whole command, or pipe it in: pictor request --curl - < command.txt";
    if (method !== undefined) throw new UsageError("USAGE_ARGUMENT", "--curl replaces METHOD and URL.", hint);
    const text = curl === "-" ? await interaction.lines.rest(signal) : curl;
    return planCurl(text, options, streams.env);
  }
  if (method !== undefined && url !== undefined) return planRequest(method, url, options, streams.stdin);
  const name = method === undefined ? "method" : "url";
  const hint = "Write: pictor request GET https://example.org/, or --curl 'curl ...'.";
  throw new UsageError("USAGE_ARGUMENT", `Missing required argument '${name}'.`, hint);
}

const lineEnd = 0x0a;

/**
 * Writes the body to stdout unchanged. If stdout and stderr are one terminal and a message follows, ends the body's
 * last line first.
 */
async function streamBody(
  reply: Reply,
  { terminal, streams }: CommandHost,
  hasMessage: boolean,
): Promise<void> {
  let last: number | undefined = lineEnd;
  const endLine = (): void => {
    const isShared = streams.stdout.isTTY === true && streams.stderr.isTTY === true;
    if (last !== lineEnd && isShared) streams.stderr.write("\n");
  };
  try {
    for await (const chunk of reply.body) {
      // The program that reads stdout has ended. Leaving the loop cancels the body.
      if (!(await terminal.bytes(chunk))) return;
      last = chunk.at(-1) ?? last;
    }
  } catch (error) {
    endLine();
    throw error;
  }
  if (hasMessage) endLine();
}

/** Prints the record of `--json`. A body that is not saved is kept in memory as a whole. */
async function printRecord(
  reply: Reply,
  code: ExitCode,
  plan: RequestPlan,
  save: Save | undefined,
  terminal: Terminal,
  refusal: Problem | undefined,
) {
  const { status, url, headers, hops } = reply;
  const notes = refusal === undefined ? reply.notes : [...reply.notes, refusal];
  const sent = plan.showSent ? { hops } : {};
  const noted = notes.length > 0 ? { notes } : {};
  const body =
    save === undefined ? bodyFields(await reply.bytes(), headers["content-type"]) : await save(reply);
  terminal.record({ type: "result", exitCode: code, status, url, headers, ...sent, ...noted, ...body });
}

async function printText(
  reply: Reply,
  plan: RequestPlan,
  save: Save | undefined,
  host: CommandHost,
  isUnauthorized: boolean,
): Promise<void> {
  const { terminal } = host;
  if (plan.showSent) terminal.note(sentText(reply.hops));
  if (plan.include) terminal.result(headText(reply));
  else if (reply.status !== 200) terminal.note(statusText(reply.status));
  if (save === undefined) {
    await streamBody(reply, host, isUnauthorized);
    return;
  }
  const { output, bytes } = await save(reply);
  terminal.say(`Saved ${bytes} bytes in ${homePath(output)}.`);
}

type Save = (reply: Reply) => Promise<{ readonly output: string; readonly bytes: number }>;

async function saverFor({ output }: RequestPlan, isForced: boolean): Promise<Save | undefined> {
  if (output === undefined || output === "-") return undefined;
  if (/^(\/dev\/null|nul)$/i.test(output))
    return async (reply) => ({ output, bytes: (await reply.bytes()).length });
  await requireWritableTarget(output, isForced);
  return async (reply) => ({ output, bytes: await saveFile(reply.body, output, isForced) });
}

/** Codes of notes that say why the server refused the request, and what to do. */
const explanations: ReadonlySet<string> = new Set(["AUTH_CHALLENGE_UNANSWERED", "AUTH_ACTION_NEEDED"]);

/** Why the server refused the request; undefined if it did not, or if a note of the reply says it. */
function refusalOf({ status, notes }: Reply, auth: string | undefined): Problem | undefined {
  if (status !== 401 && status !== 407) return undefined;
  if (notes.some(({ code }) => explanations.has(code))) return undefined;
  return auth === undefined
    ? {
        code: "AUTH_REQUIRED",
        message:
          "The server asks for credentials: name a profile with --auth; `pictor auth set` creates one.",
        hint: "",
      }
    : { code: "AUTH_REFUSED", message: `The server does not accept the credentials of ${auth}.`, hint: "" };
}

export async function runRequest(
  host: CommandHost,
  words: readonly string[],
  options: RequestOptions,
): Promise<ExitCode> {
  const { kernel, terminal, signal } = host;
  warnOfPluginProblems(host);
  const plan = await planOf(host, words, options);
  if (typeof plan.input.auth === "string") requireProfile(host, plan.input.auth, "--auth");
  for (const note of plan.notes ?? []) terminal.say(note);
  const save = await saverFor(plan, options.force === true);
  const auth = await resolveRequestAuth(host, plan.input, plan.found, options.save);
  const input = { ...plan.input, ...(auth !== undefined && { auth }) };
  const send = (): Promise<Reply> => kernel.send(input, { ...plan.limits, signal });
  const reply = await send().catch(async (error: unknown) => {
    if (await acceptsCertificate(host, input, error)) return send();
    throw error;
  });
  for (const note of reply.notes) terminal.say(renderWarning(note, terminal));
  const isUnauthorized = reply.status === 401 || reply.status === 407;
  const code = exitCode(isUnauthorized ? "auth" : "finished");
  const named = typeof auth === "object" ? "the curl command" : auth && `the profile ${auth}`;
  const refusal = refusalOf(reply, named);
  if (terminal.json) {
    await printRecord(reply, code, plan, save, terminal, refusal);
    return code;
  }
  await printText(reply, plan, save, host, isUnauthorized);
  if (refusal !== undefined) terminal.say(refusal.message);
  return code;
}

export const request = hostedCommand(
  (host, method: string | undefined, url: string | undefined, options: RequestOptions) =>
    runRequest(
      host,
      [method, url].filter((word) => word !== undefined),
      options,
    ),
);
