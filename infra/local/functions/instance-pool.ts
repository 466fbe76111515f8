import { startInstance, type Instance } from "./instance.ts";

type InstanceOptions = Parameters<typeof startInstance>[0];

/** Limit of one function's instances; further events wait. On Lambda the account's limit is 1,000. */
const MAX_INSTANCES = 8;
/** Limit of instances that load code at the same time: more would slow each other down on a small machine. */
const MAX_LOADING = 2;
/** An instance is ended after this time without an event, in ms. */
const MAX_IDLE_MS = 60_000;

/** A function's instances. An instance handles one event at a time; while events wait, instances are added. */
export type InstancePool = ReturnType<typeof createInstancePool>;

type WaitingEvent = { event: unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/** `options` is called for each new instance; `limit` is the function's reserved concurrency, if it has one. */
export function createInstancePool(options: () => InstanceOptions, limit = MAX_INSTANCES) {
  const maxInstances = Math.min(limit, MAX_INSTANCES);
  const instances = new Set<Instance>();
  const loading = new Set<Instance>();
  /** Instances from before a restart. They end after the event that they are handling. */
  const outdated = new Set<Instance>();
  const queue: WaitingEvent[] = [];

  const endInstance = (instance: Instance): void => {
    for (const set of [instances, loading, outdated]) set.delete(instance);
    void instance.end();
  };
  const handleEvent = (instance: Instance, waiting: WaitingEvent): void => {
    instance
      .invoke(waiting.event)
      .then(waiting.resolve, waiting.reject)
      .finally(() => {
        if (outdated.has(instance) || !instance.isAlive()) endInstance(instance);
        dispatch();
      });
  };
  const addInstance = (): void => {
    const instance = startInstance(options());
    instances.add(instance);
    loading.add(instance);
    void instance.loaded.then((error) => {
      loading.delete(instance);
      // If the code does not load, the oldest event fails, except if the code was replaced meanwhile.
      if (error && instances.has(instance) && !outdated.has(instance)) queue.shift()?.reject(error);
      if (error || outdated.has(instance)) endInstance(instance);
      dispatch();
    });
  };
  const dispatch = (): void => {
    for (const instance of instances) {
      if (queue.length === 0) return;
      if (!instance.isFree() || outdated.has(instance)) continue;
      const next = queue.shift();
      if (next) handleEvent(instance, next);
    }
    const neededCount = Math.min(queue.length, MAX_LOADING) - loading.size;
    const allowedCount = maxInstances - (instances.size - outdated.size);
    for (let i = 0; i < Math.min(neededCount, allowedCount); i += 1) addInstance();
  };
  const idleTimer = setInterval(() => {
    const idle = [...instances].filter(
      (instance) => instance.isFree() && Date.now() - instance.idleSince() > MAX_IDLE_MS,
    );
    // One idle instance is kept, so that the next event after a pause does not wait for an instance to start.
    idle.slice(instances.size === idle.length ? 1 : 0).forEach(endInstance);
  }, MAX_IDLE_MS / 4);
  idleTimer.unref();

  return {
    invoke: (event: unknown) =>
      new Promise<unknown>((resolve, reject) => {
        queue.push({ event, resolve, reject });
        dispatch();
      }),
    /** Use new instances for later events. Current instances end after the event that they are handling. */
    restart(): void {
      for (const instance of instances) {
        outdated.add(instance);
        if (instance.isFree()) endInstance(instance);
      }
    },
    async end(): Promise<void> {
      clearInterval(idleTimer);
      for (const waiting of queue.splice(0)) waiting.reject(new Error("The local stack is stopping."));
      await Promise.all([...instances].map((instance) => instance.end()));
      instances.clear();
    },
  };
}
