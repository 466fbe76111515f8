import * as z from "zod/mini";
import { apiMessages } from "../../shared/api-messages.ts";
import { callUserPoolApi, CognitoRefusal } from "./cognito.ts";
import { AppError, unavailable } from "./errors.ts";
import { requireGroup, type SignedInAccess, type SignedInUser } from "./admin-token.ts";
import type { AdminCheck } from "./route.ts";

const User = z.object({
  Username: z.string(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
});
const Groups = z.object({ Groups: z.array(z.object({ GroupName: z.string() })) });

/** How long Cognito's answer is cached. A revoked session can be used for at most this time. */
const CACHE_MS = 30_000;
const cachedSessions = new Map<string, { name: string; expiresAt: number }>();

/** Cognito's errors for an invalid token or user. Other errors say nothing about the session. */
const SESSION_ENDED_ERRORS = new Set([
  "NotAuthorizedException",
  "UserNotFoundException",
  "UserNotConfirmedException",
  "PasswordResetRequiredException",
]);

/**
 * Asks Cognito whether a token is still valid. The gateway does not ask Cognito, so it accepts a token until the token
 * expires after an hour. GetUser fails after sign-out, disabling or deletion of the user; AdminListGroupsForUser
 * gives the current groups. Returns the user's email address, or the id of a user without an address.
 * Throws 401 if the sign-in has ended, 403 without a group that `access` needs, or 503 if Cognito does not answer or
 * answers with another error.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html
 */
export const requireActiveSession =
  (userPoolId: string, access: SignedInAccess = "admin"): AdminCheck =>
  async ({ id }, event, now) => {
    const token = (event.headers["authorization"] ?? "").replace(/^Bearer /i, "");
    const key = `${access} ${token}`;
    const cachedSession = cachedSessions.get(key);
    if (cachedSession && cachedSession.expiresAt > +now) return cachedSession.name;
    for (const [oldKey, { expiresAt }] of cachedSessions)
      if (expiresAt <= +now) cachedSessions.delete(oldKey);
    const name = await checkSession(userPoolId, { id, token, access });
    cachedSessions.set(key, { name, expiresAt: +now + CACHE_MS });
    return name;
  };

type SignedIn = { id: string; token: string; access: SignedInAccess };

/** Checks the sign-in and the groups; returns the name and throws as `requireActiveSession`. */
async function checkSession(UserPoolId: string, { id, token, access }: SignedIn): Promise<string> {
  try {
    const [user, { Groups: groups }] = await Promise.all([
      callUserPoolApi("GetUser", { AccessToken: token }, User, { isSigned: false }),
      callUserPoolApi("AdminListGroupsForUser", { UserPoolId, Username: id, Limit: 60 }, Groups, {
        isSigned: true,
      }),
    ]);
    if (user.Username !== id) throw new AppError(401, apiMessages.signInEnded);
    requireGroup(
      access,
      groups.map(({ GroupName }) => GroupName),
    );
    return user.UserAttributes.find(({ Name }) => Name === "email")?.Value ?? id;
  } catch (error) {
    if (!(error instanceof CognitoRefusal)) throw error;
    throw SESSION_ENDED_ERRORS.has(error.type)
      ? new AppError(401, apiMessages.signInEnded, { cause: error })
      : unavailable(error, 5);
  }
}

/** Throws 401 when the password sign-in is more than `hours` ago: a refund requires a recent sign-in. */
export function requireRecentSignIn(signedInAt: SignedInUser["signedInAt"], hours: number, now: Date): void {
  if (+now - signedInAt > hours * 3_600_000) throw new AppError(401, apiMessages.signInTooOld(hours));
}
