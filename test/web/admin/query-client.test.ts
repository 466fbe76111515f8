import { MutationObserver, notifyManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";

vi.stubGlobal("document", new EventTarget());
vi.stubGlobal("window", new EventTarget());
const { queryClient } = await import("../../../web/src/features/admin/query-client.ts");

test("a request counts as running before the next event of the page, so that a second click finds its button busy", async () => {
  const states: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(queryClient, { mutationFn: () => promise });
  // `useMutation` subscribes in this way.
  observer.subscribe(notifyManager.batchCalls(({ isPending }) => void states.push(isPending)));
  const whenSent = observer.mutate();
  // The browser handles the microtasks after each event, but may handle the next click before any timer.
  await Promise.resolve();
  expect(states).toEqual([true]);
  resolve();
  await whenSent;
});
