// Runs the tasks of the simulated ComfyUI-Manager one after the other.
import type { Clock } from "@pictor/kernel/plugin";
import type { ManagerOptions } from "./options.js";

interface TaskTimes {
  readonly clock: Clock;
  readonly options: Pick<ManagerOptions, "taskMs">;
}

interface TaskHandlers<Task> {
  onStart?(task: Task): void;
  run(task: Task): void;
  /** Called when no task is left. */
  onIdle(): void;
}

export class TaskQueue<Task> {
  readonly #clock: Clock;
  readonly #taskMs: number;
  readonly #handlers: TaskHandlers<Task>;
  #waiting: readonly Task[] = [];
  #running: Task | undefined;
  #isWorking = false;
  #cancel: () => void = () => undefined;

  constructor({ options, clock }: TaskTimes, handlers: TaskHandlers<Task>) {
    this.#clock = clock;
    this.#taskMs = options.taskMs ?? 0;
    this.#handlers = handlers;
  }

  get waiting(): readonly Task[] {
    return this.#waiting;
  }

  get running(): Task | undefined {
    return this.#running;
  }

  get isWorking(): boolean {
    return this.#isWorking;
  }

  put(task: Task): void {
    this.#waiting = [...this.#waiting, task];
  }

  /** Starts the tasks. False when they are already running. */
  start(): boolean {
    if (this.#isWorking) return false;
    this.#isWorking = true;
    this.#schedule(() => this.#next(), 0);
    return true;
  }

  /** Drops the waiting tasks. */
  reset(): void {
    this.#waiting = [];
  }

  /** Prevents further tasks from starting. */
  readonly end = (): void => {
    this.#cancel();
    this.#waiting = [];
  };

  #next(): void {
    const { onIdle, onStart, run } = this.#handlers;
    const [task, ...others] = this.#waiting;
    if (task === undefined) {
      this.#isWorking = false;
      onIdle();
      return;
    }
    this.#waiting = others;
    this.#running = task;
    onStart?.(task);
    this.#schedule(() => {
      run(task);
      this.#running = undefined;
      this.#next();
    }, this.#taskMs);
  }

  #schedule(step: () => void, ms: number): void {
    if (ms > 0) this.#cancel = this.#clock.after(ms, step);
    else {
      const immediate = setImmediate(step);
      this.#cancel = () => clearImmediate(immediate);
    }
  }
}
