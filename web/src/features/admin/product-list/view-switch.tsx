import { ToggleButton, ToggleButtonGroup } from "@aws-amplify/ui-react";
import type { ProductView } from "./product-view.ts";

type ViewSwitchProps = { view: ProductView; onChange: (view: ProductView) => void };

export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <ToggleButtonGroup
      aria-label="View"
      isExclusive
      isSelectionRequired
      value={view}
      onChange={(value) => onChange(value === "table" ? "table" : "cards")}
    >
      <ToggleButton value="cards">Cards</ToggleButton>
      <ToggleButton value="table">Table</ToggleButton>
    </ToggleButtonGroup>
  );
}
