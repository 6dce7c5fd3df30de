// Runs the tasks of the simulated ComfyUI-Manager one after the other.
import type { Clock } from "@pictor/kernel/plugin";

export interface TaskQueue<Task> {
  put(task: Task): void;
  /** Starts the tasks. False when they are already running. */
  start(): boolean;
  /** Drops the waiting tasks. */
  reset(): void;
  readonly waiting: readonly Task[];
  readonly running: Task | undefined;
  readonly isWorking: boolean;
  /** Prevents further tasks from starting. */
  end(): void;
}

export interface TaskQueueOptions<Task> {
  readonly clock: Clock;
  readonly taskMs: number;
  onStart?(task: Task): void;
  run(task: Task): void;
  /** Called when no task is left. */
  onIdle(): void;
}

export function createTaskQueue<Task>({
  clock,
  taskMs,
  onStart,
  run,
  onIdle,
}: TaskQueueOptions<Task>): TaskQueue<Task> {
  let waiting: readonly Task[] = [];
  let running: Task | undefined;
  let isWorking = false;
  let cancel: () => void = () => undefined;

  const schedule = (step: () => void, ms: number): void => {
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
      onIdle();
      return;
    }
    waiting = others;
    running = task;
    onStart?.(task);
    schedule(() => {
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
      schedule(next, 0);
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
