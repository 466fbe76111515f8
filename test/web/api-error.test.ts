import { expect, test } from "vitest";
import { messages } from "../../shared/messages.ts";
import { toApiError } from "../../web/src/api-error.ts";

test.each([
  ["a function", 409, { error: { code: "aborted", message: "Sold out" } }, "Sold out", "server"],
  ["API Gateway", 401, { message: "Unauthorized" }, messages.signInRequired, "status"],
  ["API Gateway", 503, { message: "Service Unavailable" }, messages.unavailable, "status"],
  ["the firewall, with HTML", 403, undefined, messages.refused, "status"],
  ["the firewall, as text", 429, undefined, messages.tooManyRequests, "status"],
  ["a proxy", 418, "short and stout", messages.internal, "status"],
])("an error of %s (%i) gets a message for the user", (_, status, body, message, messageFrom) => {
  expect(toApiError(status, body)).toMatchObject({ status, message, messageFrom });
});
