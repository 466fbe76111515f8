import styles from "./select-box.module.css";

type SelectBoxProps = {
  label: string;
  isSelected: boolean;
  /** Whether some orders of the page are selected, but not all. */
  isPartlySelected?: boolean;
  /** `isRange`: whether the shift key was held. */
  onSelect: (isRange: boolean) => void;
};

/** A checkbox that selects an order, or all orders of a page. */
export function SelectBox({ label, isSelected, isPartlySelected = false, onSelect }: SelectBoxProps) {
  return (
    <label
      className={styles.label}
      // Shift-click would also select the text between the two clicks.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        ref={(input) => {
          if (input) input.indeterminate = isPartlySelected && !isSelected;
        }}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className={styles.box}
      />
    </label>
  );
}
