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
 * The user's id, and the time of the password sign-in (ms). A refreshed token keeps the `auth_time` of the
 * sign-in, unless the pool rotates refresh tokens (https://github.com/authts/oidc-client-ts/issues/2107).
 */
export type SignedInAdmin = { id: string; signedInAt: number };

/**
 * The admin whom the token's claims name. Throws 401 without an access token (the authorizer also accepts
 * id tokens), 403 for a user outside the group `admin`.
 */
export function adminOf(event: HttpEvent): SignedInAdmin {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: unknown } } };
  const claims = z.safeParse(Claims, context.authorizer?.jwt?.claims);
  if (!claims.success) throw new AppError(401, messages.signInRequired);
  const groups = claims.data["cognito:groups"] ?? [];
  const groupNames = typeof groups === "string" ? groups.replace(/^\[|\]$/g, "").split(/[\s,]+/) : groups;
  if (!groupNames.includes("admin")) throw new AppError(403, messages.adminsOnly);
  return { id: claims.data.username, signedInAt: (claims.data.auth_time ?? 0) * 1000 };
}
