import { createContext, use } from "react";

/** What ties a control to its label, hint and error. */
export type ControlProps = {
  id?: string;
  name?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

export const FieldContext = createContext<ControlProps>({});

/** The attributes that the surrounding `Field` gives its control. */
export const useFieldControl = (): ControlProps => use(FieldContext);
