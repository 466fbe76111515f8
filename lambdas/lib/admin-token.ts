import * as z from "zod/mini";
import { apiMessages } from "../../shared/api-messages.ts";
import { messages } from "../../shared/messages.ts";
import { AppError } from "./errors.ts";
import type { HttpEvent } from "./http.ts";

/** For each kind of route with a sign-in, the groups whose members may call it, and the message for other users. */
const ACCESS = {
  admin: { groups: ["admin"], refusal: apiMessages.adminsOnly },
  door: { groups: ["door", "admin"], refusal: apiMessages.doorOnly },
} as const;
export type SignedInAccess = keyof typeof ACCESS;

/** Throws 403 for a user in none of the groups that may call a route with this `access`. */
export function requireGroup(access: SignedInAccess, groupNames: readonly string[]): void {
  const { groups, refusal } = ACCESS[access];
  if (!groups.some((group) => groupNames.includes(group))) throw new AppError(403, refusal);
}

/** Claims from the JWT authorizer. The gateway flattens the list of groups to the text `[admin other]`. */
const Claims = z.object({
  token_use: z.literal("access"),
  username: z.string(),
  auth_time: z.optional(z.coerce.number()),
  "cognito:groups": z.optional(z.union([z.string(), z.array(z.string())])),
});

/**
 * The user's id, and the time of the password sign-in (ms since 1970; 0 if the token does not say it). A refreshed token keeps
 * the `auth_time` of the sign-in, unless the pool rotates refresh tokens (https://github.com/authts/oidc-client-ts/issues/2107).
 */
export type SignedInUser = { id: string; signedInAt: number };

/**
 * The signed-in user of the token's claims. Throws 401 without an access token (the authorizer also accepts id tokens), and
 * 403 for a user outside the groups that `access` requires.
 */
export function signedInUserOf(event: HttpEvent, access: SignedInAccess): SignedInUser {
  const context = event.requestContext as { authorizer?: { jwt?: { claims?: unknown } } };
  const claims = z.safeParse(Claims, context.authorizer?.jwt?.claims);
  if (!claims.success) throw new AppError(401, messages.signInRequired);
  const groups = claims.data["cognito:groups"] ?? [];
  const groupNames = typeof groups === "string" ? groups.replace(/^\[|\]$/g, "").split(/[\s,]+/) : groups;
  requireGroup(access, groupNames);
  return { id: claims.data.username, signedInAt: (claims.data.auth_time ?? 0) * 1000 };
}
