// The clock of a server whose caller does not pass one.
import type { Clock } from "@pictor/kernel/plugin";

export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
