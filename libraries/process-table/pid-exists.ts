// Whether a pid is in use, on every system.

/** True also for a process of another user. Says nothing of which process it is: pids are reused. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
