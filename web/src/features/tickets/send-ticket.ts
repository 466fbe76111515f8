import { useRef, useState } from "react";
import * as z from "zod/mini";
import { ticketsApi } from "../../../../shared/api-tickets.ts";
import { fieldErrors } from "../../../../shared/errors.ts";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { call } from "../../api.ts";
import { ApiError } from "../../api-error.ts";

/** The person to whom a ticket was sent. */
export type Sent = { ticketId: string; name: string; email: string };
/** `moved`: the ticket as its former holder sees it. */
export type OnSent = (sent: Sent, moved: TicketView) => void;

/** The errors of the whole form and by field. */
type Problem = { text: string | undefined; fields: Readonly<Record<string, string>> };
const NONE: Problem = { text: undefined, fields: {} };

const FAILED = "The ticket could not be sent, and is still yours. Please try again.";
/** The message without an answer. The request may have reached the server or not. */
const NO_ANSWER =
  "No answer from the shop. Check your network and try again: a ticket that was sent already is not sent twice.";

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: FAILED, fields: {} };
  const { fields } = error;
  if (fields["name"] || fields["email"]) return { text: undefined, fields };
  if (error.messageFrom === "server" && error.status < 500) return { text: error.message, fields: {} };
  return {
    text: error.code === "unavailable" || error.code === "deadline-exceeded" ? NO_ANSWER : FAILED,
    fields: {},
  };
}

/** The form's values, its errors, and the request. After an error the values stay. */
export function useSendTicket(ticket: TicketView, onSent: OnSent) {
  const [form, setForm] = useState({ name: "", email: "" });
  const [problem, setProblem] = useState(NONE);
  const [isSending, setSending] = useState(false);
  const isRunning = useRef(false);
  const submit = async (): Promise<Problem | undefined> => {
    if (isRunning.current) return undefined;
    const parsed = z.safeParse(ticketsApi.moveTicket.body, { code: ticket.code, ...form });
    if (!parsed.success) {
      const wrong = { text: undefined, fields: fieldErrors(parsed.error) };
      setProblem(wrong);
      return wrong;
    }
    isRunning.current = true;
    setSending(true);
    setProblem(NONE);
    try {
      const moved = await call(ticketsApi.moveTicket, { body: parsed.data });
      const { name, email } = parsed.data;
      onSent({ ticketId: ticket.ticketId, name, email }, moved);
      return undefined;
    } catch (error) {
      console.warn("The ticket could not be sent", error);
      const failed = problemOf(error);
      setProblem(failed);
      return failed;
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  };
  return {
    form,
    problem,
    isSending,
    submit,
    edit: (field: "name" | "email", value: string) => {
      setForm((current) => ({ ...current, [field]: value }));
      setProblem(({ text, fields }) => ({
        text,
        fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)),
      }));
    },
  };
}
