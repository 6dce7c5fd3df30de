// The worker of the fake Manager: one task after the other, each in a turn of its own.
import type { Clock } from "@pictor/kernel/plugin";

export interface WorkQueue<Task> {
  put(task: Task): void;
  /** False when it is working already. */
  start(): boolean;
  /** Those that wait are forgotten. */
  reset(): void;
  readonly waiting: readonly Task[];
  readonly running: Task | undefined;
  readonly isWorking: boolean;
  /** Nothing is begun any more: the server ends. */
  end(): void;
}

export interface Work<Task> {
  readonly clock: Clock;
  readonly taskMs: number;
  started?(task: Task): void;
  run(task: Task): void;
  /** Nothing waits any more. */
  idle(): void;
}

export function createWorkQueue<Task>({ clock, taskMs, started, run, idle }: Work<Task>): WorkQueue<Task> {
  let waiting: readonly Task[] = [];
  let running: Task | undefined;
  let isWorking = false;
  let cancel: () => void = () => undefined;

  const later = (step: () => void, ms: number): void => {
    if (ms > 0) cancel = clock.after(ms, step);
    else {
      const immediate = setImmediate(step);
      cancel = () => {
        clearImmediate(immediate);
      };
    }
  };
  function next(): void {
    const [task, ...others] = waiting;
    if (task === undefined) {
      isWorking = false;
      idle();
      return;
    }
    waiting = others;
    running = task;
    started?.(task);
    later(() => {
      run(task);
      running = undefined;
      next();
    }, taskMs);
  }

  return {
    put: (task) => void (waiting = [...waiting, task]),
    start() {
      if (isWorking) return false;
      isWorking = true;
      later(next, 0);
      return true;
    },
    reset: () => void (waiting = []),
    get waiting() {
      return waiting;
    },
    get running() {
      return running;
    },
    get isWorking() {
      return isWorking;
    },
    end() {
      cancel();
      waiting = [];
    },
  };
}
