import { SelectField, TextField } from "@aws-amplify/ui-react";
import type { ChosenDays, DateFilter } from "./dates.ts";
import { datesOfChoice, PERIOD_LABEL, shopDay } from "./dates.ts";
import styles from "./orders-toolbar.module.css";

function DayFields({ days, onChange }: { days: ChosenDays; onChange: (days: ChosenDays) => void }) {
  const dayField = (label: string, name: "from" | "to") => (
    <TextField
      label={label}
      type="date"
      value={days[name] ?? ""}
      onChange={({ target }) => onChange({ ...days, [name]: target.value || undefined })}
      className={styles.day ?? ""}
    />
  );
  return (
    <div className={styles.days}>
      {dayField("From", "from")}
      {dayField("To", "to")}
    </div>
  );
}

type DatesFilterProps = { dates: DateFilter; onChange: (dates: DateFilter) => void };

/** A select for the period of the order dates. 'Choose dates' adds two date fields. */
export function DatesFilter({ dates, onChange }: DatesFilterProps) {
  return (
    <>
      <SelectField
        label="Order dates"
        labelHidden
        value={dates?.period ?? ""}
        onChange={({ target }) => onChange(datesOfChoice(target.value, shopDay(new Date())))}
        className={styles.filter ?? ""}
      >
        <option value="">All Dates</option>
        {Object.entries(PERIOD_LABEL).map(([period, label]) => (
          <option key={period} value={period}>
            {label}
          </option>
        ))}
        <option value="days">Choose dates</option>
      </SelectField>
      {dates?.period === "days" && <DayFields days={dates} onChange={onChange} />}
    </>
  );
}
