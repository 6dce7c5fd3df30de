// The remote backend behind the facade: opened for each life of the server, and who listens to it.

import { reasonOf, type Backend, type BackendEvent, type Logger } from "@pictor/kernel/plugin";

type Listen = Parameters<Backend["events"]>;
type Connection = Extract<BackendEvent, { readonly type: "connection" }>["state"];

interface Subscription {
  readonly hear: (event: BackendEvent) => void;
  readonly promptId: string | undefined;
  /** The state of the connection that it was told last. */
  told?: Connection;
  /** Ends it at the backend that it is subscribed to. */
  leave(): void;
}

export interface Inner {
  /** The backend of that life. */
  at(life: number, url: string): Promise<Backend>;
  /** The server is gone: listeners hear it, and are subscribed again at the next one. */
  lose(): void;
  /** Subscribes; `backend` is the one of now. */
  subscribe(backend: Backend, listener: Listen[0], options: Listen[1]): Promise<() => void>;
  close(): Promise<void>;
}

export interface InnerSource {
  open(url: string): Promise<Backend>;
  readonly logger: Logger;
}

export function createInner({ open, logger }: InnerSource): Inner {
  const subscriptions = new Set<Subscription>();
  let current: { readonly life: number; readonly backend: Promise<Backend> } | undefined;

  const hear = (subscription: Subscription, event: BackendEvent): void => {
    if (event.type === "connection") {
      if (subscription.told === event.state) return;
      subscription.told = event.state;
    }
    subscription.hear(event);
  };
  /** What an earlier backend still says is not heard any more. */
  const join = async (subscription: Subscription, backend: Backend, options: Listen[1]): Promise<void> => {
    let isJoined = true;
    const leave = await backend.events((event) => {
      if (isJoined) hear(subscription, event);
    }, options);
    const whole = (): void => {
      isJoined = false;
      leave();
    };
    if (subscriptions.has(subscription)) subscription.leave = whole;
    else whole();
  };
  const drop = (): void => {
    const dropped = current;
    current = undefined;
    dropped?.backend.then((backend) => backend.close()).catch(() => undefined);
  };

  return {
    at(life, url) {
      if (current?.life === life) return current.backend;
      drop();
      const opening = open(url);
      const mine = { life, backend: opening };
      current = mine;
      opening.then(
        (backend) => {
          for (const subscription of subscriptions) {
            const { promptId } = subscription;
            join(subscription, backend, promptId === undefined ? {} : { promptId })
              .then(() => {
                if (current === mine) hear(subscription, { type: "connection", state: "open" });
              })
              .catch((error: unknown) => {
                logger.warn(`Events of the restarted server could not be listened to: ${reasonOf(error)}`);
              });
          }
        },
        () => {
          if (current === mine) current = undefined;
        },
      );
      return opening;
    },
    lose() {
      drop();
      for (const subscription of subscriptions) {
        subscription.leave();
        hear(subscription, { type: "connection", state: "lost" });
      }
    },
    async subscribe(backend, listener, options) {
      const promptId = options?.promptId;
      const subscription: Subscription = { hear: listener, promptId, leave: () => undefined };
      subscriptions.add(subscription);
      try {
        await join(subscription, backend, options);
      } catch (error) {
        subscriptions.delete(subscription);
        throw error;
      }
      return () => {
        subscriptions.delete(subscription);
        subscription.leave();
      };
    },
    async close() {
      const open = current;
      current = undefined;
      for (const subscription of subscriptions) subscription.leave();
      subscriptions.clear();
      await open?.backend.then((backend) => backend.close()).catch(() => undefined);
    },
  };
}
