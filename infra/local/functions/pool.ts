import { startInstance, type Instance } from "./instance.ts";

type Start = () => Parameters<typeof startInstance>[0];

/** Instances of one function at most; on Lambda the account's limit is 1,000. Events beyond it wait. */
const MAX_INSTANCES = 16;
/** Instances that load their code at once: more would only slow each other down on a small machine. */
const MAX_LOADING = 2;
/** An instance without an event for this long is ended, in ms. */
const IDLE_MS = 60_000;

/** The instances of one function. Each handles one event at a time; more are started while events wait. */
export type Pool = {
  invoke(event: unknown): Promise<unknown>;
  /** End each present instance after the event it handles; later events get new instances. */
  restart(): void;
  end(): Promise<void>;
};

type Waiting = { event: unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/** `limit`: the function's reserved concurrency, if it has one. */
export function createPool(options: Start, limit: number = MAX_INSTANCES): Pool {
  const most = Math.min(limit, MAX_INSTANCES);
  const instances = new Set<Instance>();
  const loading = new Set<Instance>();
  /** Instances from before a restart: each is ended after the event it handles. */
  const leaving = new Set<Instance>();
  const queue: Waiting[] = [];

  const drop = (instance: Instance): void => {
    for (const set of [instances, loading, leaving]) set.delete(instance);
    void instance.end();
  };
  const run = (instance: Instance, waiting: Waiting): void => {
    instance
      .invoke(waiting.event)
      .then(waiting.resolve, waiting.reject)
      .finally(() => {
        if (leaving.has(instance) || !instance.alive()) drop(instance);
        pump();
      });
  };
  const start = (): void => {
    const instance = startInstance(options());
    instances.add(instance);
    loading.add(instance);
    void instance.loaded.then((error) => {
      loading.delete(instance);
      // Code that does not load fails the event that it was loaded for; code that was replaced meanwhile fails none.
      if (error && instances.has(instance) && !leaving.has(instance)) queue.shift()?.reject(error);
      if (error || leaving.has(instance)) drop(instance);
      pump();
    });
  };
  const pump = (): void => {
    for (const instance of instances) {
      if (queue.length === 0) return;
      if (!instance.free() || leaving.has(instance)) continue;
      const next = queue.shift();
      if (next) run(instance, next);
    }
    const wanted = Math.min(queue.length, MAX_LOADING) - loading.size;
    const allowed = most - (instances.size - leaving.size);
    for (let i = 0; i < Math.min(wanted, allowed); i += 1) start();
  };
  const sweep = setInterval(() => {
    const idle = [...instances].filter((one) => one.free() && Date.now() - one.idleSince() > IDLE_MS);
    // One stays: the next visitor should not meet a cold start on every click.
    idle.slice(instances.size === idle.length ? 1 : 0).forEach(drop);
  }, IDLE_MS / 4);
  sweep.unref();

  return {
    invoke: (event) =>
      new Promise((resolve, reject) => {
        queue.push({ event, resolve, reject });
        pump();
      }),
    restart() {
      for (const instance of instances) {
        leaving.add(instance);
        if (instance.free()) drop(instance);
      }
    },
    async end() {
      clearInterval(sweep);
      for (const waiting of queue.splice(0)) waiting.reject(new Error("The local stack is stopping."));
      await Promise.all([...instances].map((instance) => instance.end()));
      instances.clear();
    },
  };
}
