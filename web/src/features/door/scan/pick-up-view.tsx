import { useCallback, useEffect, useState } from "react";
import { ApiError } from "../../../api-error.ts";
import { messages } from "../../../../../shared/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { connectionAfter } from "../list/connection.ts";
import { doorServer } from "../list/door-call.ts";
import { handedOverText, type CurrentEvent } from "./answer-text.ts";
import styles from "./pick-up-view.module.css";

type PickUp = Awaited<ReturnType<typeof doorServer.readPickUp>>;

const messageOf = (error: unknown): string => {
  const connection = connectionAfter(error);
  if (connection === "offline")
    return "Orders can be handed over only with a network. Scan the code again later.";
  if (connection === "signed-out") return "Please sign in again to hand over orders.";
  return error instanceof ApiError ? error.message : messages.internal;
};

/**
 * The items of an order to pick up, and a button that records the handover. The order is read from the server, so the device
 * must be online.
 */
export function PickUpView({
  code,
  event,
  onClose,
}: {
  code: string;
  event: CurrentEvent;
  onClose: () => void;
}) {
  const [pickUp, setPickUp] = useState<PickUp>();
  const [failureText, setFailureText] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [now] = useState(Date.now);
  const showFailure = useCallback((error: unknown) => setFailureText(messageOf(error)), []);
  useEffect(() => {
    doorServer.readPickUp(code).then(setPickUp, showFailure);
  }, [code, showFailure]);
  const handOver = async () => {
    if (!pickUp) return;
    setSending(true);
    setFailureText(undefined);
    try {
      const { at, by } = await doorServer.completePickUp(code);
      setPickUp({ ...pickUp, state: "completed", at, by });
    } catch (error) {
      showFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-label="Pick-up" className={styles.view}>
      <div className={styles.text} role="alert">
        <h2 className={styles.title}>Pick-up</h2>
        {pickUp && <p className={styles.who}>{pickUp.customer}</p>}
        {!pickUp && failureText === undefined && <Spinner label="Reading the order..." />}
        {pickUp?.state === "refused" && <p className={styles.refused}>Do not hand over: {pickUp.why}</p>}
        {pickUp?.state === "completed" && <p className={styles.done}>{handedOverText(pickUp, event, now)}</p>}
        {failureText !== undefined && <p className={styles.refused}>{failureText}</p>}
      </div>
      {pickUp && pickUp.state !== "refused" && (
        <ul aria-label="Items" className={styles.items}>
          {pickUp.items.map(({ name, quantity }, i) => (
            <li key={i}>
              <strong>{quantity} ×</strong> {name}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" size="large" onClick={onClose}>
          {pickUp?.state === "open" ? "Not now" : "Next"}
        </Button>
        {pickUp?.state === "open" && (
          <Button size="large" loading={isSending} loadingText="Saving..." onClick={() => void handOver()}>
            Handed over
          </Button>
        )}
      </div>
    </section>
  );
}
