import * as z from "zod/mini";
import { ContactMessage } from "./contact-form.ts";
import type { Endpoint } from "./endpoint.ts";

/** The endpoint of the contact form. Its page does not load the other endpoints. */
export const contactApi = {
  contact: {
    method: "POST",
    path: "/api/contact",
    access: "public",
    handledBy: "contact-api",
    summary: "Mails the team, and the visitor a confirmation",
    status: 200,
    body: ContactMessage,
    output: z.object({ autoReply: z.enum(["sent", "failed"]) }),
  },
} as const satisfies Record<string, Endpoint>;
