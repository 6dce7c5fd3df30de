// How plugins and commands interact with the user: questions, prompts, the browser, device codes.

import type { Interaction, TextPrompt, Question, UserCode } from "@pictor/kernel";
import type { Streams } from "../base/streams.js";
import type { Terminal } from "../output/terminal.js";
import { realTicker, type Ticker } from "../output/ticker.js";
import { oneLine, plainText } from "../text/plain-text.js";
import { openBrowser } from "./browser.js";
import { showDeviceCode } from "./device-code.js";
import { LineReader } from "./line-reader.js";
import { promptLine } from "./prompt-line.js";
import { parseAnswer, yesChoiceOf, questionText } from "./question.js";

export interface InteractionOptions {
  readonly streams: Streams;
  /** `--yes`: answers questions so that the command continues. Default: false. */
  readonly yes?: boolean;
  /** Whether addresses are opened in a browser, which `--no-browser` forbids. Default: false. */
  readonly browser?: boolean;
  /** Aborted by Ctrl-C, and at the end of the command. */
  readonly signal: AbortSignal;
  /** Called for Ctrl-C while the terminal is in raw mode and sends no signal. Default: as the signal SIGINT. */
  readonly interrupt?: () => void;
  /** The clock. Default: the system's. */
  readonly ticker?: Ticker;
  readonly now?: () => number;
  readonly open?: typeof openBrowser;
}

const raiseInterrupt = (): void => void process.emit("SIGINT");

/** The interaction of a command. */
export class HostInteraction implements Interaction {
  /** Reads piped standard input, for values of several lines. */
  readonly lines: LineReader;
  /** True when the user can answer at a terminal. */
  readonly hasPerson: boolean;
  readonly #terminal: Terminal;
  readonly #options: InteractionOptions;
  #releaseKeyboard: () => void = () => undefined;
  #lastTitle = "";
  /** The last step that was reported while a browser was opening. It is printed after the address. */
  #heldStep: string | undefined;
  #openingCount = 0;

  constructor(terminal: Terminal, options: InteractionOptions) {
    const { stdin, stderr } = options.streams;
    this.#terminal = terminal;
    this.#options = options;
    this.lines = new LineReader(stdin);
    this.hasPerson = stdin.isTTY === true && stderr.isTTY === true;
  }

  async ask(question: Question): Promise<string> {
    if (this.#options.yes) return yesChoiceOf(question);
    return this.hasPerson && !this.#terminal.json ? this.#askPerson(question) : question.safeChoice;
  }

  /** If no browser opens, shows `fallbackUrl`, which works on other machines too. Default: `url`. */
  async openUrl(url: string, fallbackUrl = url): Promise<boolean> {
    const { browser = false, open = openBrowser, streams } = this.#options;
    this.#openingCount += 1;
    const isOpened = browser && (await open(url, streams.env));
    this.#openingCount -= 1;
    const shown = oneLine(fallbackUrl);
    // The query is left out because its state parameter protects this sign-in.
    const page = shown.split(/[?#]/, 1)[0] ?? "";
    if (isOpened) this.#terminal.note(`Opened in the browser: ${page}`);
    else this.#terminal.verbatim(`Open this address: ${shown}`, { type: "url", url: shown });
    if (this.#heldStep !== undefined) this.progress(this.#heldStep);
    this.#heldStep = undefined;
    return isOpened;
  }

  async enter(
    { title, detail = [], secret = false }: TextPrompt,
    given?: AbortSignal,
  ): Promise<string | undefined> {
    const signal = this.#until(given);
    const isPiped = this.#options.streams.stdin.isTTY !== true;
    if (!isPiped && !this.hasPerson) return undefined;
    for (const line of detail) this.#terminal.note(oneLine(line));
    if (isPiped) return this.lines.next(signal);
    return this.#promptPaused(`${oneLine(title)}${secret ? " (not shown)" : ""}: `, secret, signal);
  }

  showCode(code: UserCode, signal: AbortSignal): void {
    const { streams, ticker = realTicker, now = Date.now, interrupt = raiseInterrupt } = this.#options;
    const view = { terminal: this.#terminal, streams, ticker, now, interrupt };
    this.#releaseKeyboard = showDeviceCode(code, this.#until(signal), view);
  }

  show(text: string): void {
    this.#terminal.note(plainText(text));
  }

  progress(step: string, fraction?: number): void {
    if (this.#openingCount > 0) {
      this.#heldStep = step;
      return;
    }
    // Each step is noted once. Fractions, and the output of a tool after a colon, are shown only on the live line.
    const [title = step] = step.split(": ", 1);
    if (title !== this.#lastTitle) this.#terminal.note(oneLine(step));
    else if (step !== title) {
      const percent = fraction === undefined ? "" : `${Math.floor(Math.min(1, fraction) * 100)}% `;
      this.#terminal.activity.show(`${percent}${step}`);
    }
    this.#lastTitle = title;
  }

  /** Aborted with the command, or with `signal`. */
  #until(signal: AbortSignal | undefined): AbortSignal {
    const ending = this.#options.signal;
    return signal === undefined ? ending : AbortSignal.any([signal, ending]);
  }

  async #askPerson(question: Question): Promise<string> {
    this.#terminal.note(questionText(question));
    const ended = this.#until(question.signal);
    for (;;) {
      const answer = await this.#promptPaused("> ", false, ended);
      const choice = answer === undefined ? question.safeChoice : parseAnswer(question, answer);
      if (choice !== undefined) return choice;
      this.#terminal.note(`Answer with a number from 1 to ${question.choices.length}, or with the word.`);
    }
  }

  async #promptPaused(query: string, isHidden: boolean, signal: AbortSignal): Promise<string | undefined> {
    const { streams, interrupt = raiseInterrupt } = this.#options;
    this.#releaseKeyboard();
    const resume = this.#terminal.status.pause();
    try {
      return await promptLine(query, streams, { isHidden, signal, interrupt });
    } finally {
      resume();
    }
  }
}
