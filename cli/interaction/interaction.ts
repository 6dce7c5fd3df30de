// How plugins and commands interact with the user: questions, prompts, the browser, device codes.

import type { Interaction, TextPrompt, Question } from "@pictor/host";
import type { Streams } from "../base/streams.js";
import type { Terminal } from "../output/terminal.js";
import { realTicker, type Ticker } from "../output/ticker.js";
import { oneLine, plainText } from "../text/plain-text.js";
import { openBrowser } from "./browser.js";
import { showDeviceCode } from "./device-code.js";
import { createLineReader, type LineReader } from "./line-reader.js";
import { promptLine } from "./prompt-line.js";
import { parseAnswer, yesChoiceOf, questionText } from "./question.js";

export interface InteractionOptions {
  readonly streams: Streams;
  /** `--yes`: answers questions so that the command continues. */
  readonly yes: boolean;
  /** False with `--no-browser`. */
  readonly browser: boolean;
  /** Aborted by Ctrl-C, and at the end of the command. */
  readonly signal: AbortSignal;
  /** Called for Ctrl-C while the terminal is in raw mode and sends no signal. */
  interrupt(): void;
  /** The clock. Default: the system's. */
  readonly ticker?: Ticker;
  readonly now?: () => number;
  readonly open?: typeof openBrowser;
}

/** The interaction of a command. `lines` reads piped standard input, for values of several lines. */
export interface HostInteraction extends Interaction {
  /** If no browser opens, shows `fallbackUrl`, which works on other machines too. Default: `url`. */
  openUrl(url: string, fallbackUrl?: string): Promise<boolean>;
  readonly lines: LineReader;
  /** True when the user can answer at a terminal. */
  readonly hasPerson: boolean;
}

export function createInteraction(terminal: Terminal, options: InteractionOptions): HostInteraction {
  const { streams, yes, browser, signal: ending, interrupt } = options;
  const { ticker = realTicker, now = Date.now, open = openBrowser } = options;
  const hasPerson = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  const lines = createLineReader(streams.stdin);
  let releaseKeyboard: () => void = () => undefined;
  let lastTitle = "";
  /** The last step that was reported while a browser was opening. It is printed after the address. */
  let heldStep: string | undefined;
  let openingCount = 0;
  const progress = (step: string, fraction?: number): void => {
    if (openingCount > 0) {
      heldStep = step;
      return;
    }
    // Each step is noted once. Fractions, and the output of a tool after a colon, are shown only on the live line.
    const [title = step] = step.split(": ", 1);
    if (title !== lastTitle) terminal.note(oneLine(step));
    else if (step !== title) {
      const percent = fraction === undefined ? "" : `${Math.floor(Math.min(1, fraction) * 100)}% `;
      terminal.activity.show(`${percent}${step}`);
    }
    lastTitle = title;
  };

  const promptPaused = async (query: string, isHidden: boolean, signal: AbortSignal) => {
    releaseKeyboard();
    const resume = terminal.status.pause();
    try {
      return await promptLine(query, streams, { isHidden, signal, interrupt });
    } finally {
      resume();
    }
  };
  const askPerson = async (question: Question): Promise<string> => {
    terminal.note(questionText(question));
    const { signal } = question;
    const ended = signal === undefined ? ending : AbortSignal.any([signal, ending]);
    for (;;) {
      const answer = await promptPaused("> ", false, ended);
      const choice = answer === undefined ? question.safeChoice : parseAnswer(question, answer);
      if (choice !== undefined) return choice;
      terminal.note(`Answer with a number from 1 to ${question.choices.length}, or with the word.`);
    }
  };
  const enterText = async (
    { title, detail = [], secret = false }: TextPrompt,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const isPiped = streams.stdin.isTTY !== true;
    if (!isPiped && !hasPerson) return undefined;
    for (const line of detail) terminal.note(oneLine(line));
    if (isPiped) return lines.next(signal);
    return promptPaused(`${oneLine(title)}${secret ? " (not shown)" : ""}: `, secret, signal);
  };

  return {
    lines,
    hasPerson,
    async ask(question) {
      if (yes) return yesChoiceOf(question);
      return hasPerson && !terminal.json ? askPerson(question) : question.safeChoice;
    },
    async openUrl(url, fallbackUrl = url) {
      openingCount += 1;
      const isOpened = browser && (await open(url, streams.env));
      openingCount -= 1;
      const shown = oneLine(fallbackUrl);
      // The query is left out because its state parameter protects this sign-in.
      const page = shown.split(/[?#]/, 1)[0] ?? "";
      if (isOpened) terminal.note(`Opened in the browser: ${page}`);
      else terminal.verbatim(`Open this address: ${shown}`, { type: "url", url: shown });
      if (heldStep !== undefined) progress(heldStep);
      heldStep = undefined;
      return isOpened;
    },
    enter: (prompt, signal) =>
      enterText(prompt, signal === undefined ? ending : AbortSignal.any([signal, ending])),
    showCode(code, signal) {
      const view = { terminal, streams, ticker, now, interrupt };
      releaseKeyboard = showDeviceCode(code, AbortSignal.any([signal, ending]), view);
    },
    show(text) {
      terminal.note(plainText(text));
    },
    progress,
  };
}
