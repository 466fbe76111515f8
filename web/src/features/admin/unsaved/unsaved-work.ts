let unsaved = false;

/** Whether a form has something typed in it that would be lost. At most one form is open. */
export const unsavedWork = {
  is: (): boolean => unsaved,
  set: (now: boolean): void => {
    unsaved = now;
  },
};
