import { afterEach, expect, test, vi } from "vitest";
import { contactMessages } from "../../../shared/contact-messages.ts";
import { links } from "../../../shared/site/links.ts";
import { sendMessage } from "../../../web/src/features/contact/use-contact-form.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The result of a message that the server answers with `status` and `body`; status 0 is no response. */
function resultFor(status: number, body: object) {
  vi.stubGlobal("fetch", () =>
    status === 0
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  return sendMessage({
    user_name: "Ada",
    user_email: "ada@example.com",
    subject: "podcast",
    message: "Hello",
    time: "2026-11-21T12:00:00.000Z",
    website: "",
  });
}
const errorBody = (message: string, fields?: Record<string, string>) => ({
  error: { code: "x", message, ...(fields ? { fields } : {}) },
});

test.each([
  ["sent", contactMessages.sent],
  ["failed", contactMessages.sentUnconfirmed],
])("a message counts as sent if the answer's autoReply is '%s'", async (autoReply, text) => {
  expect(await resultFor(200, { autoReply })).toEqual({ kind: "sent", text });
});

test("a message counts as sent although the mail service reports that its confirmation has no address", async () => {
  const result = await resultFor(500, errorBody("The recipients address is empty"));
  expect(result).toEqual({ kind: "sent", text: contactMessages.sentUnconfirmed });
});

test.each([400, 422])("a message refused with %i shows the server's messages by field", async (status) => {
  const result = await resultFor(status, errorBody("Invalid", { user_email: "Must be an email address" }));
  expect(result).toEqual({
    kind: "failed",
    text: contactMessages.invalid,
    fields: { user_email: "Must be an email address" },
  });
});

test.each([400, 422])("a message refused with %i without fields names no field", async (status) => {
  const result = await resultFor(status, { message: "No" });
  expect(result).toEqual({ kind: "failed", text: contactMessages.invalid, fields: {} });
});

test.each([403, 429])("a message refused with %i says that it can be sent again later", async (status) => {
  const result = await resultFor(status, errorBody("No"));
  expect(result).toEqual({ kind: "failed", text: contactMessages.unavailable, fields: {} });
});

test.each([0, 500, 503, 504])(
  "a message that fails with %i shows the address to write to",
  async (status) => {
    const result = await resultFor(status, errorBody("Down"));
    const text = contactMessages.failed(links.email.handle);
    expect(result).toEqual({ kind: "failed", text, fields: {} });
  },
);
