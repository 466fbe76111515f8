import { Checkbox } from "../../../ui/controls.tsx";
import { QuantityStepper } from "../../../ui/quantity-stepper.tsx";
import styles from "./line-picker.module.css";
import type { PickableLine, PickedLines } from "./picked-lines.ts";
import { withQuantity, withSeat } from "./picked-lines.ts";

type LinePickerProps = {
  legend: string;
  lines: readonly PickableLine[];
  pickedLines: PickedLines;
  onPick: (pickedLines: PickedLines) => void;
};

/** The tickets of a line, each with a checkbox. */
function SeatPicker({
  pickableLine,
  pickedLines,
  onPick,
}: { pickableLine: PickableLine } & Omit<LinePickerProps, "legend" | "lines">) {
  const { line, name, seats = [] } = pickableLine;
  const pickedSeats = pickedLines.get(line)?.seats ?? [];
  return (
    <fieldset className={styles.seats}>
      <legend className={styles.name}>{name}</legend>
      {seats.map(({ seat, text, isUsed }) => (
        <Checkbox
          key={seat}
          label={text}
          hint={isUsed ? "Used: someone was let in with it" : undefined}
          checked={pickedSeats.includes(seat)}
          onChange={({ target }) => onPick(withSeat(pickedLines, line, seat, target.checked))}
        />
      ))}
    </fieldset>
  );
}

/** The lines of an order, each with the number of pieces to pick, or with its tickets to pick one by one. */
export function LinePicker({ legend, lines, pickedLines, onPick }: LinePickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{legend}</legend>
      <ul className={styles.lines}>
        {lines.map((pickableLine) => {
          const { line, name, max, seats } = pickableLine;
          if (seats)
            return (
              <li key={line} className={styles.ticketLine}>
                <SeatPicker pickableLine={pickableLine} pickedLines={pickedLines} onPick={onPick} />
              </li>
            );
          return (
            <li key={line} className={styles.line}>
              <span className={styles.name}>{name}</span>
              <span className={styles.max}>of {max}</span>
              <QuantityStepper
                value={pickedLines.get(line)?.quantity ?? 0}
                min={0}
                max={max}
                productName={name}
                onChange={(quantity) => onPick(withQuantity(pickedLines, line, quantity))}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
