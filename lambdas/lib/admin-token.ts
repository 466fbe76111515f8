import * as z from "zod/mini";
import { messages } from "../../shared/messages.ts";
import { AppError } from "./errors.ts";
import type { HttpEvent } from "./http.ts";

/** Claims from the JWT authorizer. The gateway flattens the list of groups to the text `[admin other]`. */
const Claims = z.object({
  token_use: z.literal("access"),
  username: z.string(),
  auth_time: z.optional(z.coerce.number()),
  "cognito:groups": z.optional(z.union([z.string(), z.array(z.string())])),
});

/**
 * The user's id, and the time of their password sign-in (ms). A refreshed token keeps the `auth_time` of the sign-in; a
 * pool that rotates refresh tokens would not (https://github.com/authts/oidc-client-ts/issues/2107).
 */
export type SignedIn = { id: string; signedInAt: number };

/** The signed-in admin by the token's claims. 401 without an access token (the authorizer also accepts id tokens), 403 outside the group `admin`. */
export function adminOf(event: HttpEvent): SignedIn {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: unknown } } };
  const claims = z.safeParse(Claims, context.authorizer?.jwt?.claims);
  if (!claims.success) throw new AppError(401, messages.signInRequired);
  const groups = claims.data["cognito:groups"] ?? [];
  const list = typeof groups === "string" ? groups.replace(/^\[|\]$/g, "").split(/[\s,]+/) : groups;
  if (!list.includes("admin")) throw new AppError(403, messages.adminsOnly);
  return { id: claims.data.username, signedInAt: (claims.data.auth_time ?? 0) * 1000 };
}
