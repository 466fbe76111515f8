import { TextField } from "@aws-amplify/ui-react";
import type { FormEvent } from "react";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../identity/admin-call.ts";
import { tell } from "../tell.ts";
import { Fact } from "./facts.tsx";
import styles from "./tracking-form.module.css";

/** The parcel's number. Saving it completes a pending order, and the customer hears of it. */
export function TrackingForm({ order, onChanged }: { order: Order; onChanged: (order: Order) => void }) {
  const [text, setText] = useState(order.tracking ?? "");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const pending =
    order.orderStatus === ORDER_STATUS.pending && !statusObstacle(order, ORDER_STATUS.completed);
  // A mail goes out about completed orders only.
  const tells = pending || order.orderStatus === ORDER_STATUS.completed;
  const changed = text.trim() !== (order.tracking ?? "");

  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const orderStatus = pending ? ORDER_STATUS.completed : order.orderStatus;
      const body = { orderStatus, version: order.version, tracking: text.trim() };
      onChanged(await adminCall(adminApi.changeOrder, { params: { id: order.orderId }, body }));
      tell.done(pending ? "Order completed" : "Tracking number saved");
    } catch (failure) {
      console.error("The tracking number could not be saved", failure);
      setError(
        failure instanceof ApiError
          ? (failure.fields["tracking"] ?? failure.message)
          : "Failed to save the tracking number.",
      );
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <Fact name="Tracking">
      <form onSubmit={submit} className={styles.form}>
        <TextField
          label="Tracking number"
          labelHidden
          placeholder="Tracking number"
          maxLength={100}
          value={text}
          hasError={error !== undefined}
          errorMessage={error}
          onChange={({ target }) => setText(target.value)}
          className={styles.field ?? ""}
        />
        {changed && (
          <Button type="submit" variant="secondary" loading={busy}>
            {pending ? "Complete order" : "Save"}
          </Button>
        )}
        {tells && <p className={styles.hint}>The customer is told by e-mail when it is saved.</p>}
      </form>
    </Fact>
  );
}
