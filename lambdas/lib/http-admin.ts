import * as z from "zod/mini";
import { messages } from "../../shared/messages.ts";
import { AppError } from "./errors.ts";
import type { HttpEvent } from "./http.ts";

/** What the JWT authorizer hands on; the gateway flattens the list of groups to the text `[admin other]`. */
const Claims = z.object({
  token_use: z.literal("access"),
  username: z.string(),
  "cognito:groups": z.optional(z.union([z.string(), z.array(z.string())])),
});

/** The id of who is signed in. 401 without a checked access token (the authorizer lets id tokens pass), 403 outside the group `admin`. */
export function adminOf(event: HttpEvent): string {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: unknown } } };
  const claims = z.safeParse(Claims, context.authorizer?.jwt?.claims);
  if (!claims.success) throw new AppError(401, messages.signInRequired);
  const groups = claims.data["cognito:groups"] ?? [];
  const list = typeof groups === "string" ? groups.replace(/^\[|\]$/g, "").split(/[\s,]+/) : groups;
  if (!list.includes("admin")) throw new AppError(403, messages.adminsOnly);
  return claims.data.username;
}
