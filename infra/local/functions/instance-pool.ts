import { startInstance, type Instance } from "./instance.ts";

type InstanceOptions = Parameters<typeof startInstance>[0];

/** Largest number of a function's instances; further events wait. On Lambda an account has 1,000. */
const MAX_INSTANCES = 8;
/** Largest number of a function's instances that load code at the same time: more would slow a small machine down. */
const MAX_LOADING = 2;
/** An instance is ended after this time without an event, in ms, unless it is the function's only one. */
const MAX_IDLE_MS = 60_000;

/** A function's instances. Each handles one event at a time. While events wait, instances are added. */
export type InstancePool = ReturnType<typeof createInstancePool>;

type WaitingEvent = { event: unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/** Creates the pool of one function. `createOptions` is called for each new instance. */
export function createInstancePool(createOptions: () => InstanceOptions, maxConcurrency = MAX_INSTANCES) {
  const maxInstances = Math.min(maxConcurrency, MAX_INSTANCES);
  const instances = new Set<Instance>();
  const loadingInstances = new Set<Instance>();
  /** Instances from before a restart. They end after the event that they are handling. */
  const outdatedInstances = new Set<Instance>();
  const queue: WaitingEvent[] = [];
  let isEnding = false;

  const endInstance = (instance: Instance): void => {
    for (const set of [instances, loadingInstances, outdatedInstances]) set.delete(instance);
    void instance.end();
  };
  const handleEvent = (instance: Instance, waitingEvent: WaitingEvent): void => {
    instance
      .invoke(waitingEvent.event)
      .then(waitingEvent.resolve, waitingEvent.reject)
      .finally(() => {
        if (outdatedInstances.has(instance) || !instance.isAlive()) endInstance(instance);
        dispatch();
      });
  };
  const addInstance = (): void => {
    const instance = startInstance(createOptions());
    instances.add(instance);
    loadingInstances.add(instance);
    void instance.loaded.then((error) => {
      loadingInstances.delete(instance);
      // If the code does not load, the oldest event fails. After a restart that event waits for a new instance.
      if (error && instances.has(instance) && !outdatedInstances.has(instance)) queue.shift()?.reject(error);
      if (error || outdatedInstances.has(instance)) endInstance(instance);
      dispatch();
    });
  };
  const dispatch = (): void => {
    if (isEnding)
      for (const waitingEvent of queue.splice(0))
        waitingEvent.reject(new Error("The local stack is stopping."));
    for (const instance of instances) {
      if (queue.length === 0) return;
      if (!instance.isFree() || outdatedInstances.has(instance)) continue;
      const next = queue.shift();
      if (next) handleEvent(instance, next);
    }
    const neededCount = Math.min(queue.length, MAX_LOADING) - loadingInstances.size;
    const allowedCount = maxInstances - (instances.size - outdatedInstances.size);
    for (let i = 0; i < Math.min(neededCount, allowedCount); i += 1) addInstance();
  };
  const idleTimer = setInterval(() => {
    const idleInstances = [...instances].filter(
      (instance) => instance.isFree() && Date.now() - instance.idleSince() > MAX_IDLE_MS,
    );
    // One idle instance is kept, so that the next event after a pause does not wait for an instance to start.
    idleInstances.slice(instances.size === idleInstances.length ? 1 : 0).forEach(endInstance);
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
        outdatedInstances.add(instance);
        if (instance.isFree()) endInstance(instance);
      }
    },
    async end(): Promise<void> {
      clearInterval(idleTimer);
      isEnding = true;
      dispatch();
      await Promise.all([...instances].map((instance) => instance.end()));
      instances.clear();
    },
  };
}
