import type { ProductState } from "../../../../../shared/product.ts";
import type { IconName } from "../../../ui/icon.tsx";

export const STATE_LABEL = {
  active: "In the store",
  draft: "Draft",
  archived: "Archived",
} as const satisfies Record<ProductState, string>;

type StateAction = { label: string; icon: IconName; state: ProductState };

/** The button that changes a product's state, by the current state: its label and icon, and the new state. */
export const STATE_ACTION: Readonly<Record<ProductState, StateAction>> = {
  active: { label: "Archive", icon: "archive", state: "archived" },
  draft: { label: "Publish", icon: "upload", state: "active" },
  archived: { label: "Restore", icon: "refresh", state: "active" },
};

/** The text of the toast after a change of the state. */
export const stateChangeText = (name: string, state: ProductState): string =>
  ({
    active: `${name} is in the store`,
    draft: `${name} is a draft and not in the store`,
    archived: `${name} is archived and not in the store`,
  })[state];
