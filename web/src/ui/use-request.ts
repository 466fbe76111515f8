import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { fieldErrors } from "../../../shared/errors.ts";
import { ApiError } from "../api-error.ts";

/** The errors of the whole form and by field. */
type Problem = { text: string | undefined; fields: Readonly<Record<string, string>> };
const NO_PROBLEM: Problem = { text: undefined, fields: {} };

const FAILED_TEXT = "That did not work. Please try again.";
const NO_ANSWER_TEXT = "No answer from the shop. Check your network and try again: nothing is done twice.";

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: FAILED_TEXT, fields: {} };
  if (error.status === 400 && Object.keys(error.fields).length > 0)
    return { text: undefined, fields: error.fields };
  if (error.messageFrom === "server") return { text: error.message, fields: {} };
  return { text: error.messageFrom === "none" ? NO_ANSWER_TEXT : FAILED_TEXT, fields: {} };
}

/** What a form keeps while it is not on the page: its values, and its last request with the values in it, as JSON. */
export type Draft = {
  values: Readonly<Record<string, string>>;
  lastRequest: { id: string; sentValues: string } | undefined;
};

/**
 * A form's values, its errors and its request. `schema` has the rules of the values. The values
 * stay after an error. If the same values are sent again, the request id is the same, so that the server carries out the
 * request only once. Changed values get another id: the server would ignore them if it has carried out the first request.
 * `keep` gets the draft after each change. A form that gets this `draft` later continues with its values and its request.
 */
export function useRequest<S extends z.ZodMiniType, V extends Record<string, string>>(
  schema: S,
  initial: V,
  send: (values: z.output<S>, requestId: string) => Promise<void>,
  { draft, keep }: { draft?: Draft | undefined; keep?: (draft: Draft) => void } = {},
) {
  const [values, setValues] = useState<V>({ ...initial, ...draft?.values });
  const [problem, setProblem] = useState(NO_PROBLEM);
  const [isSending, setSending] = useState(false);
  const lastRequest = useRef(draft?.lastRequest);
  useEffect(() => {
    keep?.({ values, lastRequest: lastRequest.current });
  });
  const isRunning = useRef(false);
  const formRef = useRef<HTMLFormElement>(null);
  const showProblem = (newProblem: Problem) => {
    // Renders the errors before the first wrong control gets the focus: screen readers then read the control
    // with its error.
    flushSync(() => setProblem(newProblem));
    formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    // On a phone, the message at the end of a long form would be below the screen.
    if (newProblem.text) formRef.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  };
  const submit = async (): Promise<void> => {
    if (isRunning.current) return;
    const parsed = z.safeParse(schema, values);
    if (!parsed.success) return showProblem({ text: undefined, fields: fieldErrors(parsed.error) });
    isRunning.current = true;
    setSending(true);
    setProblem(NO_PROBLEM);
    const sentValues = JSON.stringify(parsed.data);
    if (lastRequest.current?.sentValues !== sentValues)
      lastRequest.current = { id: crypto.randomUUID(), sentValues };
    try {
      await send(parsed.data, lastRequest.current.id);
    } catch (error) {
      console.warn("The request was not done", error);
      showProblem(problemOf(error));
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  };
  const edit = (field: keyof V & string, value: string) => {
    setValues((current) => ({ ...current, [field]: value }));
    setProblem(({ text, fields }) => ({
      text,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)),
    }));
  };
  const control = (field: keyof V & string) => ({
    value: values[field],
    readOnly: isSending,
    onChange: ({ target }: { target: { value: string } }) => edit(field, target.value),
  });
  return { formRef, problem, isSending, submit, control };
}
