import { SelectField } from "@aws-amplify/ui-react";
import { OrderStatus, ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import type { IconName } from "../../../ui/icon-paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import * as z from "zod/mini";
import styles from "./status-select.module.css";

const ICONS = { 1: "clock", 2: "check-circle", 3: "close" } as const satisfies Record<OrderStatus, IconName>;
const OPTIONS = z.array(OrderStatus).parse(Object.keys(ORDER_STATUS_LABEL).map(Number));

type StatusSelectProps = {
  value: OrderStatus;
  /** Id of the element that says whose order it is. */
  describedBy: string;
  /** Being saved: it can't be changed meanwhile. */
  saving: boolean;
  onChange: (status: OrderStatus) => void;
};

/** An order's status, to change on the spot: icon, word and colour. */
export function StatusSelect({ value, describedBy, saving, onChange }: StatusSelectProps) {
  return (
    <div className={styles.status} data-status={ORDER_STATUS_LABEL[value].toLowerCase()}>
      <Icon name={ICONS[value]} size={16} className={styles.icon} />
      <SelectField
        label=""
        labelHidden
        aria-label="Order status"
        aria-describedby={describedBy}
        value={String(value)}
        isDisabled={saving}
        onChange={({ target }) => {
          const chosen = OrderStatus.safeParse(Number(target.value));
          if (chosen.success) onChange(chosen.data);
        }}
      >
        {OPTIONS.map((status) => (
          <option key={status} value={status}>
            {ORDER_STATUS_LABEL[status]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
