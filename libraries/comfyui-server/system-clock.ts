// The clock of the system, which a server uses by default.
import type { Clock } from "@pictor/kernel/plugin";

export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
