import * as z from "zod/mini";
import { messages } from "../../shared/messages.ts";
import { cognito, CognitoRefusal } from "./cognito.ts";
import { AppError, unavailable } from "./errors.ts";
import type { SignedIn } from "./admin-token.ts";
import type { AdminCheck } from "./route.ts";

const User = z.object({
  Username: z.string(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
});
const Groups = z.object({ Groups: z.array(z.object({ GroupName: z.string() })) });

/** A yes of Cognito's counts for this long, in ms: what was taken back is refused within a minute. */
const KEEP_MS = 30_000;
const sessions = new Map<string, { name: string; until: number }>();

/** Errors by which Cognito says that a token or its user does not count any more; all others say nothing of them. */
const ENDED = new Set([
  "NotAuthorizedException",
  "UserNotFoundException",
  "UserNotConfirmedException",
  "PasswordResetRequiredException",
]);

/**
 * Asks Cognito whether a token that the gateway let pass still counts: signing out, disabling and deleting a user take
 * back tokens that are good by their signature for up to an hour (GetUser), and a token keeps the groups of its first
 * day (AdminListGroupsForUser). Answers the admin's e-mail address, or their id where they have none. 401, 403, or 503
 * when Cognito does not answer.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/token-revocation.html
 */
export const requireActiveSession =
  (userPoolId: string): AdminCheck =>
  async ({ id }, event, now) => {
    const token = (event.headers["authorization"] ?? "").replace(/^Bearer /i, "");
    const found = sessions.get(token);
    if (found && found.until > +now) return found.name;
    for (const [old, { until }] of sessions) if (until <= +now) sessions.delete(old);
    const name = await askCognito(userPoolId, id, token);
    sessions.set(token, { name, until: +now + KEEP_MS });
    return name;
  };

async function askCognito(UserPoolId: string, id: string, AccessToken: string): Promise<string> {
  try {
    const [user, { Groups: groups }] = await Promise.all([
      cognito("GetUser", { AccessToken }, User, { signed: false }),
      cognito("AdminListGroupsForUser", { UserPoolId, Username: id, Limit: 60 }, Groups, { signed: true }),
    ]);
    if (user.Username !== id) throw new AppError(401, messages.signInEnded);
    if (!groups.some(({ GroupName }) => GroupName === "admin")) throw new AppError(403, messages.adminsOnly);
    return user.UserAttributes.find(({ Name }) => Name === "email")?.Value ?? id;
  } catch (error) {
    if (!(error instanceof CognitoRefusal)) throw error;
    throw ENDED.has(error.type)
      ? new AppError(401, messages.signInEnded, { cause: error })
      : unavailable(error, 5);
  }
}

/** Money goes back only by somebody who gave their password less than `hours` ago; else 401. */
export function requireRecentSignIn(signedInAt: SignedIn["signedInAt"], hours: number, now: Date): void {
  if (+now - signedInAt > hours * 3_600_000) throw new AppError(401, messages.signInTooOld(hours));
}
