// The remote backend of the running server: reopened for each life of the server, with its subscriptions carried over.

import { reasonOf, type Backend, type BackendEvent, type Logger } from "@pictor/kernel/plugin";

type Listen = Parameters<Backend["events"]>;
type Connection = Extract<BackendEvent, { readonly type: "connection" }>["state"];

interface Subscription {
  readonly deliver: (event: BackendEvent) => void;
  readonly promptId: string | undefined;
  /** The connection state that the listener received last. */
  lastState?: Connection;
  /** Ends the subscription at the current backend. */
  unsubscribe(): void;
}

export type RemoteConnection = ReturnType<typeof createRemoteConnection>;

export interface RemoteConnectionOptions {
  open(url: string): Promise<Backend>;
  readonly logger: Logger;
}

export function createRemoteConnection({ open, logger }: RemoteConnectionOptions) {
  const subscriptions = new Set<Subscription>();
  let current: { readonly life: number; readonly backend: Promise<Backend> } | undefined;

  const deliver = (subscription: Subscription, event: BackendEvent): void => {
    if (event.type === "connection") {
      if (subscription.lastState === event.state) return;
      subscription.lastState = event.state;
    }
    subscription.deliver(event);
  };
  /** Subscribes at `backend`; late events of an earlier backend are dropped. */
  const attach = async (subscription: Subscription, backend: Backend, options: Listen[1]): Promise<void> => {
    let isJoined = true;
    const unsubscribe = await backend.events((event) => {
      if (isJoined) deliver(subscription, event);
    }, options);
    const detach = (): void => {
      isJoined = false;
      unsubscribe();
    };
    if (subscriptions.has(subscription)) subscription.unsubscribe = detach;
    else detach();
  };
  const closeCurrent = (): void => {
    const dropped = current;
    current = undefined;
    dropped?.backend.then((backend) => backend.close()).catch(() => undefined);
  };

  return {
    /** The backend of the server with that `life`; opened on the first call. */
    backendOf(life: number, url: string) {
      if (current?.life === life) return current.backend;
      closeCurrent();
      const opening = open(url);
      const mine = { life, backend: opening };
      current = mine;
      opening.then(
        (backend) => {
          for (const subscription of subscriptions) {
            const { promptId } = subscription;
            attach(subscription, backend, promptId === undefined ? {} : { promptId })
              .then(() => {
                if (current === mine) deliver(subscription, { type: "connection", state: "open" });
              })
              .catch((error: unknown) =>
                logger.warn(`A subscription to the restarted server failed: ${reasonOf(error)}`),
              );
          }
        },
        () => {
          if (current === mine) current = undefined;
        },
      );
      return opening;
    },
    /** Reports to listeners that the connection is lost; their subscriptions are moved to the next server. */
    connectionLost() {
      closeCurrent();
      for (const subscription of subscriptions) {
        subscription.unsubscribe();
        deliver(subscription, { type: "connection", state: "lost" });
      }
    },
    /** Subscribes at `backend`, the current one. */
    async subscribe(backend: Backend, listener: Listen[0], options: Listen[1]) {
      const promptId = options?.promptId;
      const subscription: Subscription = { deliver: listener, promptId, unsubscribe: () => undefined };
      subscriptions.add(subscription);
      try {
        await attach(subscription, backend, options);
      } catch (error) {
        subscriptions.delete(subscription);
        throw error;
      }
      return () => {
        subscriptions.delete(subscription);
        subscription.unsubscribe();
      };
    },
    async close() {
      const open = current;
      current = undefined;
      for (const subscription of subscriptions) subscription.unsubscribe();
      subscriptions.clear();
      await open?.backend.then((backend) => backend.close()).catch(() => undefined);
    },
  };
}
