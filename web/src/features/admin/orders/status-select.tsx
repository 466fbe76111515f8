import { SelectField } from "@aws-amplify/ui-react";
import { useEffect, useRef } from "react";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { OrderStatus, ORDER_STATUS_LABEL, statusObstacle } from "../../../../../shared/order-status.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { isFocusLost } from "../../../ui/is-focus-lost.ts";
import { SpinnerRing } from "../../../ui/spinner.tsx";
import * as z from "zod/mini";
import styles from "./status-select.module.css";

const ICONS = { 1: "clock", 2: "check-circle", 3: "close" } as const satisfies Record<OrderStatus, IconName>;
const OPTIONS = z.array(OrderStatus).parse(Object.keys(ORDER_STATUS_LABEL).map(Number));

type StatusSelectProps = {
  order: OrderSummary;
  /** The id of the element that describes the select for screen readers. */
  describedBy: string;
  /** The new status while it is being saved. The select is disabled during that time. */
  savingStatus: OrderStatus | undefined;
  onChange: (status: OrderStatus) => void;
};

/** A select for the status of an order. A status that the order cannot get is disabled, with the reason. */
export function StatusSelect({ order, describedBy, savingStatus, onChange }: StatusSelectProps) {
  const isSaving = savingStatus !== undefined;
  const shownStatus = savingStatus ?? order.orderStatus;
  const selectRef = useRef<HTMLSelectElement>(null);
  const wasChanged = useRef(false);
  // While the change is saved, the select is disabled and loses the focus. Afterwards it gets the focus back.
  useEffect(() => {
    if (isSaving) return;
    if (wasChanged.current && isFocusLost()) selectRef.current?.focus({ preventScroll: true });
    wasChanged.current = false;
  }, [isSaving]);
  return (
    <div
      className={styles.status}
      data-status={ORDER_STATUS_LABEL[shownStatus].toLowerCase()}
      data-status-of={order.orderId}
    >
      {isSaving ? (
        <span className={styles.icon}>
          <SpinnerRing />
        </span>
      ) : (
        <Icon name={ICONS[shownStatus]} size={16} className={styles.icon} />
      )}
      <SelectField
        ref={selectRef}
        label=""
        labelHidden
        aria-label="Order status"
        aria-describedby={describedBy}
        value={String(shownStatus)}
        aria-busy={isSaving}
        isDisabled={isSaving}
        onChange={({ target }) => {
          const parsed = OrderStatus.safeParse(Number(target.value));
          if (!parsed.success) return;
          wasChanged.current = true;
          onChange(parsed.data);
        }}
      >
        {OPTIONS.map((status) => {
          const obstacle = statusObstacle(order, status);
          return (
            <option key={status} value={status} disabled={obstacle !== undefined}>
              {ORDER_STATUS_LABEL[status]}
              {obstacle && ` (${obstacle})`}
            </option>
          );
        })}
      </SelectField>
    </div>
  );
}
