import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./search-field.module.css";
import { MAX_SEARCH_LENGTH } from "./use-url-search.ts";

type SearchFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className: string | undefined;
};

/** The search field of a list. The list is filtered while the visitor types. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  return (
    <div className={cx(styles.field, className)}>
      <Icon name="search" size={18} />
      <input
        type="search"
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={label}
        placeholder={`${label}...`}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
