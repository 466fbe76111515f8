import { SelectField } from "@aws-amplify/ui-react";
import type { OrderState } from "../../../../../shared/order-status.ts";
import { OrderStatus, ORDER_STATUS_LABEL, statusObstacle } from "../../../../../shared/order-status.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Icon } from "../../../ui/icon.tsx";
import * as z from "zod/mini";
import styles from "./status-select.module.css";

const ICONS = { 1: "clock", 2: "check-circle", 3: "close" } as const satisfies Record<OrderStatus, IconName>;
const OPTIONS = z.array(OrderStatus).parse(Object.keys(ORDER_STATUS_LABEL).map(Number));

type StatusSelectProps = {
  order: OrderState;
  /** Id of the element that says whose order it is. */
  describedBy: string;
  /** The status that is being saved: it can't be changed meanwhile. */
  saving: OrderStatus | undefined;
  onChange: (status: OrderStatus) => void;
};

/** An order's status, to change on the spot: icon, word and colour. What is not possible says why. */
export function StatusSelect({ order, describedBy, saving, onChange }: StatusSelectProps) {
  const value = saving ?? order.orderStatus;
  return (
    <div className={styles.status} data-status={ORDER_STATUS_LABEL[value].toLowerCase()}>
      <Icon name={ICONS[value]} size={16} className={styles.icon} />
      <SelectField
        label=""
        labelHidden
        aria-label="Order status"
        aria-describedby={describedBy}
        value={String(value)}
        isDisabled={saving !== undefined}
        onChange={({ target }) => {
          const chosen = OrderStatus.safeParse(Number(target.value));
          if (chosen.success) onChange(chosen.data);
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
