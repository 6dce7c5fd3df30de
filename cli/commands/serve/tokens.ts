// `pictor serve tokens`: the tokens of the local API that are kept after the server has stopped.

import { quotaText } from "@pictor/client";
import { openTokens } from "@pictor/server";
import { exitCode, type ExitCode } from "../../base/exit-codes.js";
import type { Invocation } from "../../base/invocation.js";
import { UsageError } from "../../base/usage-error.js";
import { recordFinished } from "../../output/record-finished.js";
import type { Terminal } from "../../output/terminal.js";
import { runWithTerminal } from "../../session/plain-command.js";
import { parseQuota, type QuotaOptions } from "./quota-options.js";
import { parseScope } from "./parse-scope.js";

interface CreateTokenOptions extends QuotaOptions {
  readonly scope?: readonly string[];
}

/** Ends with the record, or with the text. */
const run = (invocation: Invocation, work: (terminal: Terminal) => Promise<void>): Promise<ExitCode> =>
  runWithTerminal(invocation, async (terminal) => {
    await work(terminal);
    return exitCode("finished");
  });

export const createToken = (
  name: string,
  { scope = ["generate"], ...limits }: CreateTokenOptions,
  invocation: Invocation,
): Promise<ExitCode> =>
  run(invocation, async (terminal) => {
    const granted = scope.map(parseScope);
    const quota = parseQuota(limits);
    const tokens = openTokens(invocation.streams.env);
    const isShared = (await tokens.list()).some((token) => token.name === name);
    const { token, record } = await tokens.create(name, granted, { quota });
    if (terminal.json) recordFinished(terminal, { token, id: record.id });
    else {
      terminal.result(token);
      terminal.note(`The token is not shown again. Its id, for revoking: ${record.id}.`);
      if (isShared) terminal.note("Another token has this name: both see the same jobs and images.");
    }
  });

const dateOf = (ms: number | undefined): string =>
  ms === undefined ? "never used" : `used ${new Date(ms).toISOString().slice(0, 10)}`;

export const listTokens = (invocation: Invocation): Promise<ExitCode> =>
  run(invocation, async (terminal) => {
    const tokens = await openTokens(invocation.streams.env).list();
    if (terminal.json)
      recordFinished(terminal, { tokens: tokens.map(({ digest: _digest, ...token }) => token) });
    else if (tokens.length === 0)
      terminal.note("There is no token. `pictor serve tokens create NAME` makes one.");
    else
      terminal.result(
        terminal.table(
          tokens.map(({ id, name, scopes: own, lastUsedAtMs, quota = {} }) => [
            id,
            name,
            own.join(", "),
            dateOf(lastUsedAtMs),
            quotaText(quota),
          ]),
        ),
      );
  });

const requireKnown = <Found>(found: Found | undefined, id: string): Found => {
  if (found !== undefined) return found;
  const what = `There is no token with the id ${id}.`;
  throw new UsageError("USAGE_VALUE", what, "`pictor serve tokens list` shows the ids.");
};

export const setToken = (id: string, limits: QuotaOptions, invocation: Invocation): Promise<ExitCode> =>
  run(invocation, async (terminal) => {
    const quota = parseQuota(limits);
    const changed = await openTokens(invocation.streams.env).setQuota(id, quota);
    const { digest: _digest, ...token } = requireKnown(changed, id);
    if (terminal.json) recordFinished(terminal, { tokens: [token] });
    else {
      const own = quotaText(quota);
      terminal.note(
        own === "" ? `${token.name} has the quota of the configuration.` : `${token.name}: ${own}.`,
      );
    }
  });

export const revokeToken = (id: string, invocation: Invocation): Promise<ExitCode> =>
  run(invocation, async (terminal) => {
    const isRevoked = await openTokens(invocation.streams.env).revoke(id);
    requireKnown(isRevoked || undefined, id);
    if (terminal.json) recordFinished(terminal, { id });
    else
      terminal.note(
        "The token is revoked. A running server closes what the token holds open within ten seconds.",
      );
  });
