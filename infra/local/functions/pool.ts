import { startInstance, type Instance } from "./instance.ts";

type Start = () => Parameters<typeof startInstance>[0];

/** Instances of one function at most; on Lambda the account's limit is 1,000. Events beyond it wait. */
const MAX_INSTANCES = 32;
/** Instances that load their code at once: more would only slow each other down on a small machine. */
const MAX_STARTING = 2;
/** An instance without an event for this long is ended, in ms. */
const IDLE_MS = 60_000;

/** The instances of one function. Each handles one event at a time; more are started while events wait. */
export type Pool = {
  invoke(event: unknown): Promise<unknown>;
  /** End the instances that are there now once they are free; later events get new ones. */
  restart(): void;
  end(): Promise<void>;
};

type Waiting = { event: unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };
type Slot = { instance: Instance; loading: boolean; retired: boolean };

/** `limit`: the function's reserved concurrency, if it has one. */
export function createPool(options: Start, limit: number = MAX_INSTANCES): Pool {
  const most = Math.min(limit, MAX_INSTANCES);
  const slots = new Set<Slot>();
  const queue: Waiting[] = [];

  const drop = (slot: Slot): void => {
    slots.delete(slot);
    void slot.instance.end();
  };
  const run = (slot: Slot, waiting: Waiting): void => {
    slot.instance
      .invoke(waiting.event)
      .then(waiting.resolve, waiting.reject)
      .finally(() => {
        if (slot.retired || !slot.instance.alive()) drop(slot);
        pump();
      });
  };
  const pump = (): void => {
    for (const slot of slots) {
      if (queue.length === 0) return;
      if (slot.instance.busy() || !slot.instance.alive()) continue;
      const next = queue.shift();
      if (next) run(slot, next);
    }
    const starting = [...slots].filter((slot) => slot.loading).length;
    if (queue.length === 0 || slots.size >= most || starting >= MAX_STARTING) return;
    const slot: Slot = { instance: startInstance(options()), loading: true, retired: false };
    slots.add(slot);
    void slot.instance.loaded.finally(() => {
      slot.loading = false;
      pump();
    });
    const next = queue.shift();
    if (next) run(slot, next);
    pump();
  };
  const sweep = setInterval(() => {
    const idle = [...slots].filter(
      ({ instance }) => !instance.busy() && Date.now() - instance.idleSince() > IDLE_MS,
    );
    // One stays: the next visitor should not meet a cold start on every click.
    idle.slice(slots.size === idle.length ? 1 : 0).forEach(drop);
  }, IDLE_MS / 4);
  sweep.unref();

  return {
    invoke: (event) =>
      new Promise((resolve, reject) => {
        queue.push({ event, resolve, reject });
        pump();
      }),
    restart() {
      for (const slot of slots) {
        slot.retired = true;
        if (!slot.instance.busy()) drop(slot);
      }
    },
    async end() {
      clearInterval(sweep);
      for (const waiting of queue.splice(0)) waiting.reject(new Error("The local stack is stopping."));
      await Promise.all([...slots].map(({ instance }) => instance.end()));
      slots.clear();
    },
  };
}
