import type { ComponentPropsWithRef, KeyboardEvent } from "react";
import { useEffect, useId, useState } from "react";
import { maskState, stateCodeOf, statesMatching } from "../../../shared/us-states.ts";
import { Input } from "./controls.tsx";
import { Field } from "./field.tsx";
import { Icon } from "./icon.tsx";
import styles from "./us-state-input.module.css";

type UsStateInputProps = {
  /** The input's id, for links to the input. */
  id?: string;
  name: string;
  label: string;
  /** A code, or the beginning of a name while it is typed. Of a text with which no state begins, its first two letters. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  readOnly?: boolean;
  /** Further attributes of the input, for example for autofill. */
  input?: ComponentPropsWithRef<"input">;
  className?: string | undefined;
};

/** Scrolls the page, if the list would be below the edge of the window. */
const scrollToList = (list: HTMLElement | null) => list?.scrollIntoView({ block: "nearest" });

/**
 * The field for a US state, with a list of states that shortens while a name or a code is typed.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function UsStateInput({
  id,
  name,
  label,
  value,
  error,
  onChange,
  readOnly,
  input: inputProps,
  className,
}: UsStateInputProps) {
  const ownId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeCode, setActiveCode] = useState<string>();
  const listId = `${id ?? ownId}-list`;
  const optionId = (code: string) => `${listId}-${code}`;
  const states = statesMatching(value);
  const isListShown = isOpen && states.length > 0 && !readOnly;
  const activeIndex = isListShown ? states.findIndex(({ code }) => code === activeCode) : -1;

  useEffect(() => {
    if (isListShown && activeCode)
      document.getElementById(`${listId}-${activeCode}`)?.scrollIntoView({ block: "nearest" });
  }, [isListShown, activeCode, listId]);

  const open = () => {
    setIsOpen(true);
    setActiveCode(stateCodeOf(value));
  };
  const choose = (code: string) => {
    onChange(code);
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isListShown) return open();
      // `%` and `at` wrap around at both ends. With no active option (-1), the arrow-up key goes to the last option.
      const nextIndex = activeIndex < 0 && step < 0 ? states.length - 1 : activeIndex + step;
      return setActiveCode(states.at(nextIndex % states.length)?.code);
    }
    if (!isListShown) return undefined;
    if (event.key === "Escape") {
      event.preventDefault();
      return setIsOpen(false);
    }
    const chosenState = states[activeIndex];
    if (event.key !== "Enter" || !chosenState) return undefined;
    event.preventDefault();
    return choose(chosenState.code);
  };

  return (
    <Field id={id ?? ownId} name={name} label={label} required error={error} className={className}>
      <span className={styles.combobox}>
        <Input
          type="text"
          {...inputProps}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={listId}
          aria-activedescendant={activeIndex < 0 || !activeCode ? undefined : optionId(activeCode)}
          value={value}
          readOnly={readOnly}
          onClick={() => (isListShown ? setIsOpen(false) : open())}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setIsOpen(false);
            // A text that fits only one state becomes the code of this state.
            const [firstState, ...otherStates] = states;
            if (firstState && otherStates.length === 0) onChange(firstState.code);
          }}
          onChange={({ target }) => {
            const maskedText = maskState(target.value);
            onChange(maskedText);
            setIsOpen(stateCodeOf(maskedText) === undefined);
            setActiveCode(undefined);
          }}
        />
        <Icon name="chevron-down" size={18} />
        {isListShown && (
          <ul id={listId} ref={scrollToList} role="listbox" aria-label={label} className={styles.list}>
            {states.map(({ code, name: stateName }) => (
              <li
                key={code}
                id={optionId(code)}
                role="option"
                aria-selected={code === activeCode}
                className={styles.option}
                // The input keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(code)}
              >
                <span>{stateName}</span>
                <span className={styles.code}>{code}</span>
              </li>
            ))}
          </ul>
        )}
      </span>
    </Field>
  );
}
