import type { KeyboardEvent } from "react";
import { useEffect, useState } from "react";
import { maskState, stateCodeOf, statesMatching } from "../../../../../shared/us-states.ts";
import { Input } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { StateFieldName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import styles from "./state-input.module.css";
import type { FormControls } from "./use-checkout-form.ts";

export type StateInputProps = FormControls & { name: StateFieldName; className?: string | undefined };

/**
 * The input of a state, with a list to choose from that shortens while a name or a code is typed.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function StateInput({ name, form, errors, edit, isSending, className }: StateInputProps) {
  const value = form[name];
  const [isOpen, setIsOpen] = useState(false);
  const [activeCode, setActiveCode] = useState<string>();
  const { label, input } = textFields[name];
  const listId = `${controlId(name)}-list`;
  const optionId = (code: string) => `${listId}-${code}`;
  const states = statesMatching(value);
  const isShown = isOpen && states.length > 0 && !isSending;
  const active = isShown ? states.findIndex(({ code }) => code === activeCode) : -1;

  useEffect(() => {
    if (isShown && activeCode)
      document.getElementById(`${listId}-${activeCode}`)?.scrollIntoView({ block: "nearest" });
  }, [isShown, activeCode, listId]);

  const open = () => {
    setIsOpen(true);
    setActiveCode(stateCodeOf(value));
  };
  const choose = (code: string) => {
    edit(name, code);
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) return open();
      const next = active < 0 && step < 0 ? states.length - 1 : active + step;
      return setActiveCode(states.at(next % states.length)?.code);
    }
    if (!isShown) return undefined;
    if (event.key === "Escape") {
      event.preventDefault();
      return setIsOpen(false);
    }
    const chosen = states[active];
    if (event.key !== "Enter" || !chosen) return undefined;
    event.preventDefault();
    return choose(chosen.code);
  };

  return (
    <Field id={controlId(name)} name={name} label={label} required error={errors[name]} className={className}>
      <span className={styles.combobox}>
        <Input
          type="text"
          {...input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-activedescendant={active < 0 || !activeCode ? undefined : optionId(activeCode)}
          value={value}
          readOnly={isSending}
          onClick={() => (isShown ? setIsOpen(false) : open())}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setIsOpen(false);
            const [only, ...others] = states;
            if (only && others.length === 0) edit(name, only.code);
          }}
          onChange={({ target }) => {
            const masked = maskState(target.value);
            edit(name, masked);
            setIsOpen(stateCodeOf(masked) === undefined);
            setActiveCode(undefined);
          }}
        />
        <Icon name="chevron-down" size={18} />
        {isShown && (
          <ul id={listId} role="listbox" aria-label={label} className={styles.list}>
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
