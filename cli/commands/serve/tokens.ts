// `pictor serve tokens`: the tokens of the local API that are kept after the server has stopped.

import { quotaText } from "@pictor/client";
import { openTokens } from "@pictor/server";
import type { ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { chooseId } from "../../input/choose-id.js";
import { finished } from "../../output/finished.js";
import { runWithTerminal, show, tableOf, type Columns } from "../../session/plain-command.js";
import { localTime } from "../../text/time-text.js";
import { parseQuota, type QuotaOptions } from "./quota-options.js";
import { parseScope } from "./parse-scope.js";

interface CreateTokenOptions extends QuotaOptions {
  readonly scope?: readonly string[];
}

export const createToken = (
  name: string,
  { scope = ["generate"], ...limits }: CreateTokenOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const granted = scope.map(parseScope);
    const quota = parseQuota(limits);
    const tokens = openTokens(invocation.streams.env);
    const isShared = (await tokens.list()).some((token) => token.name === name);
    const { token, record } = await tokens.create(name, granted, { quota });
    if (!terminal.json) {
      terminal.result(token);
      terminal.note(`The token is not shown again. Its id, for revoking: ${record.id}.`);
      if (isShared) terminal.note("Another token has this name: both see the same jobs and images.");
    }
    return finished(terminal, { token, id: record.id });
  });

type Tokens = ReturnType<typeof openTokens>;
type TokenEntry = Awaited<ReturnType<Tokens["list"]>>[number];

const columns: Columns<TokenEntry> = [
  ["ID", ({ id }) => id],
  ["NAME", ({ name }) => name],
  ["SCOPES", ({ scopes }) => scopes.join(", ")],
  ["LAST USED", ({ lastUsedAtMs: ms }) => (ms === undefined ? "never" : localTime(ms))],
  ["QUOTA", ({ quota = {} }) => quotaText(quota)],
];

export const listTokens = (invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const tokens = await openTokens(invocation.streams.env).list();
    return show(terminal, tokens, {
      record: () => ({ tokens: tokens.map(({ digest: _digest, ...token }) => token) }),
      print: () => {
        if (tokens.length > 0) terminal.result(tableOf(terminal, columns, tokens));
        else terminal.note("There is no token. `pictor serve tokens create NAME` creates one.");
      },
    });
  });

const words = {
  plural: "tokens",
  none: ["No token has an id", "`pictor serve tokens list` shows the ids."],
} as const;

/** The id of the token that is meant. Throws a UsageError. */
const chosenId = async (tokens: Tokens, typed: string): Promise<string> =>
  chooseId(
    (await tokens.list()).map(({ id }) => id),
    typed,
    words,
  );

/** What has been done to the token. Throws a UsageError if it was revoked meanwhile. */
const requireKnown = <Found>(found: Found | undefined, id: string): Found => {
  if (found !== undefined) return found;
  throw new UsageError("USAGE_VALUE", `There is no token with the id ${id}.`, words.none[1]);
};

export const setToken = (typed: string, limits: QuotaOptions, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const quota = parseQuota(limits);
    const tokens = openTokens(invocation.streams.env);
    const id = await chosenId(tokens, typed);
    const changed = await tokens.setQuota(id, quota);
    const { digest: _digest, ...token } = requireKnown(changed, id);
    const own = quotaText(quota);
    if (!terminal.json)
      terminal.note(
        own === "" ? `${token.name} has the quota of the configuration.` : `${token.name}: ${own}.`,
      );
    return finished(terminal, { tokens: [token] });
  });

export const revokeToken = (typed: string, invocation: Invocation): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    const tokens = openTokens(invocation.streams.env);
    const id = await chosenId(tokens, typed);
    const isRevoked = await tokens.revoke(id);
    requireKnown(isRevoked || undefined, id);
    if (!terminal.json)
      terminal.note(
        "The token is revoked. A running server closes what the token holds open within ten seconds.",
      );
    return finished(terminal, { id });
  });
