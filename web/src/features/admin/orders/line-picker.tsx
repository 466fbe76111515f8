import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import styles from "./line-picker.module.css";
import type { PickableLine, PickedLines } from "./picked-lines.ts";
import { withQuantity } from "./picked-lines.ts";

type LinePickerProps = {
  /** The heading of the list. */
  legend: string;
  lines: readonly PickableLine[];
  picked: PickedLines;
  onPick: (picked: PickedLines) => void;
};

/** The lines of an order, each with the number of pieces to pick. */
export function LinePicker({ legend, lines, picked, onPick }: LinePickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{legend}</legend>
      <ul className={styles.lines}>
        {lines.map(({ line, name, max }) => (
          <li key={line} className={styles.line}>
            <span className={styles.name}>{name}</span>
            <span className={styles.max}>of {max}</span>
            <QuantityStepper
              value={picked.get(line) ?? 0}
              min={0}
              max={max}
              productName={name}
              onChange={(quantity) => onPick(withQuantity(picked, line, quantity))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
