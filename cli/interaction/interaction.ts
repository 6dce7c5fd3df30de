// How plugins and commands talk to the person: questions, texts, the browser, device codes.

import type { Interaction, Prompt, Question } from "@pictor/host";
import type { Streams } from "../base/streams.js";
import type { Terminal } from "../output/terminal.js";
import { realTicker, type Ticker } from "../output/ticker.js";
import { oneLine, plainText } from "../text/plain-text.js";
import { openBrowser } from "./browser.js";
import { showDeviceCode } from "./device-code.js";
import { createLineReader, type LineReader } from "./line-reader.js";
import { promptLine } from "./prompt-line.js";
import { choiceOf, consent, questionText } from "./question.js";

export interface InteractionOptions {
  readonly streams: Streams;
  /** `--yes`: questions are answered so that the work goes on. */
  readonly yes: boolean;
  /** False with `--no-browser`. */
  readonly browser: boolean;
  /** Aborted by Ctrl-C, and at the end of the command. */
  readonly signal: AbortSignal;
  /** What Ctrl-C does where a terminal in raw mode does not say so itself. */
  interrupt(): void;
  /** Default: the real ones. */
  readonly ticker?: Ticker;
  readonly now?: () => number;
  readonly open?: typeof openBrowser;
}

/** The host's own interaction; `lines` is the piped standard input, for what a prompt cannot hold. */
export interface HostInteraction extends Interaction {
  /** Where nothing is opened, `instead` is shown: what another machine can open too. Default: the address itself. */
  openUrl(url: string, instead?: string): Promise<boolean>;
  readonly lines: LineReader;
  /** True when `enter` asks at a terminal. */
  readonly hasPerson: boolean;
}

export function createInteraction(terminal: Terminal, options: InteractionOptions): HostInteraction {
  const { streams, yes, browser, signal: ending, interrupt } = options;
  const { ticker = realTicker, now = Date.now, open = openBrowser } = options;
  const hasPerson = streams.stdin.isTTY === true && streams.stderr.isTTY === true;
  const lines = createLineReader(streams.stdin);
  let releaseKeyboard: () => void = () => undefined;
  let lastTitle = "";
  /** The step that came while a browser was being opened: where to go is said before what is waited for. */
  let held: string | undefined;
  let opening = 0;
  const progress = (step: string, fraction?: number): void => {
    if (opening > 0) {
      held = step;
      return;
    }
    // Sparse: each step once; not its fractions, nor what follows a colon: the last words of a tool, for the live line.
    const [title = step] = step.split(": ", 1);
    if (title !== lastTitle) terminal.note(oneLine(step));
    else if (step !== title) {
      const share = fraction === undefined ? "" : `${Math.floor(Math.min(1, fraction) * 100)}% `;
      terminal.activity.show(`${share}${step}`);
    }
    lastTitle = title;
  };

  const prompted = async (query: string, isHidden: boolean, signal: AbortSignal) => {
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
    for (;;) {
      const answer = await prompted("> ", false, ending);
      const choice = answer === undefined ? question.safeChoice : choiceOf(question, answer);
      if (choice !== undefined) return choice;
      terminal.note(`Answer with a number from 1 to ${question.choices.length}, or with the word.`);
    }
  };
  const enterText = async (
    { title, detail = [], secret = false }: Prompt,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    if (streams.stdin.isTTY !== true) return lines.next(signal);
    if (!hasPerson) return undefined;
    for (const line of detail) terminal.note(oneLine(line));
    return prompted(`${oneLine(title)}${secret ? " (not shown)" : ""}: `, secret, signal);
  };

  return {
    lines,
    hasPerson,
    async ask(question) {
      if (yes) return consent(question);
      return hasPerson && !terminal.json ? askPerson(question) : question.safeChoice;
    },
    async openUrl(url, instead = url) {
      opening += 1;
      const isOpened = browser && (await open(url, streams.env));
      opening -= 1;
      const shown = oneLine(instead);
      // Without its query: that holds what keeps others from finishing this sign-in.
      const page = shown.split(/[?#]/, 1)[0] ?? "";
      if (isOpened) terminal.note(`Opened in the browser: ${page}`);
      else terminal.verbatim(`Open this address: ${shown}`, { type: "url", url: shown });
      if (held !== undefined) progress(held);
      held = undefined;
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
