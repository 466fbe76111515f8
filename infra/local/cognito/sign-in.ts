import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { normalizeEmail, putUser, type User } from "./directory.ts";
import { AwsError, invalidParameter } from "../util/aws-json.ts";
import { disabledUser, expiredSession, wrongPassword } from "./errors.ts";
import {
  requireClient,
  requireValue,
  requireStrongPassword,
  type Challenge,
  type Operations,
  type Pool,
} from "./pool.ts";
import { beginExchange, fakeVerifier, isValidProof } from "./srp.ts";
import { matchingStep } from "./totp.ts";

const stringValues = z._default(z.record(z.string(), z.string()), {});
const initiateInput = z.object({ AuthFlow: z.string(), ClientId: z.string(), AuthParameters: stringValues });
const responseInput = z.object({
  ChallengeName: z.string(),
  ClientId: z.string(),
  ChallengeResponses: stringValues,
  Session: z.optional(z.nullable(z.string())),
});

export const signInOperations: Operations = {
  /** Starts SRP. A password in clear text is refused, as in the deployed pool. */
  InitiateAuth(pool, input) {
    const { AuthFlow, ClientId, AuthParameters } = initiateInput.parse(input);
    requireClient(pool, ClientId);
    if (AuthFlow !== "USER_SRP_AUTH") throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
    return startSrp(pool, requireValue(AuthParameters, "USERNAME"), requireValue(AuthParameters, "SRP_A"));
  },

  RespondToAuthChallenge(pool, input) {
    const { ChallengeName, ClientId, ChallengeResponses, Session } = responseInput.parse(input);
    requireClient(pool, ClientId);
    switch (ChallengeName) {
      case "PASSWORD_VERIFIER":
        return checkProof(pool, ChallengeResponses);
      case "NEW_PASSWORD_REQUIRED":
        return setNewPassword(pool, Session ?? "", requireValue(ChallengeResponses, "NEW_PASSWORD"));
      case "SOFTWARE_TOKEN_MFA":
        return checkCode(pool, Session ?? "", requireValue(ChallengeResponses, "SOFTWARE_TOKEN_MFA_CODE"));
      case "MFA_SETUP":
        return finishMfaSetup(pool, Session ?? "");
      default:
        throw invalidParameter(`Invalid challenge name: ${ChallengeName}`);
    }
  },
};

/** Unknown addresses get a challenge too, so the answer does not reveal whether an account exists. */
function startSrp(pool: Pool, name: string, clientPublic: string): unknown {
  const email = normalizeEmail(name);
  const user = pool.directory.findByEmail(email) ?? pool.directory.users.get(email);
  // The fake verifier is computed for known addresses too, so that both answers take the same time.
  const unknownUserVerifier = fakeVerifier(pool.directory.secret, email);
  const { salt, verifier } = user ?? unknownUserVerifier;
  const srpName = user?.username ?? fakeUsername(pool, email);
  const exchange = beginExchange(clientPublic, { salt, verifier });
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const accountEmail = user?.email ?? email;
  const id = pool.srpSignIns.put(
    { exchange, srpName, email: accountEmail, username: user?.username },
    exchange.secretBlock,
  );
  return {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeParameters: {
      SALT: salt,
      SECRET_BLOCK: id,
      SRP_B: exchange.serverPublic.toString(16),
      USERNAME: srpName,
      USER_ID_FOR_SRP: srpName,
    },
  };
}

function checkProof(pool: Pool, responses: Record<string, string>): unknown {
  const id = requireValue(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const srpSignIn = pool.srpSignIns.get(id);
  pool.srpSignIns.remove(id);
  if (!srpSignIn) throw wrongPassword();
  if (pool.lockouts.signIn.isLocked(srpSignIn.email)) {
    throw new AwsError("NotAuthorizedException", "Password attempts exceeded");
  }
  const isProven = isValidProof(srpSignIn.exchange, {
    pool: pool.name,
    username: srpSignIn.srpName,
    timestamp: requireValue(responses, "TIMESTAMP"),
    signature: requireValue(responses, "PASSWORD_CLAIM_SIGNATURE"),
  });
  const user = srpSignIn.username === undefined ? undefined : pool.directory.users.get(srpSignIn.username);
  // The password may have changed since the sign-in began.
  if (!isProven || !user || user.verifier !== srpSignIn.exchange.verifier.toString(16)) {
    pool.lockouts.signIn.recordFailure(srpSignIn.email);
    throw wrongPassword();
  }
  if (user.disabled === true) throw disabledUser();
  if (user.status === "FORCE_CHANGE_PASSWORD") {
    const parameters = { requiredAttributes: "[]", userAttributes: JSON.stringify({ email: user.email }) };
    return issueChallenge(pool, user, "NEW_PASSWORD_REQUIRED", parameters);
  }
  return continueAfterPassword(pool, user);
}

function setNewPassword(pool: Pool, session: string, password: string): unknown {
  const user = userInChallenge(pool, session, "NEW_PASSWORD_REQUIRED");
  requireStrongPassword(password);
  pool.challenges.remove(session);
  return continueAfterPassword(pool, putUser(pool, { email: user.email, password }));
}

function continueAfterPassword(pool: Pool, user: User): unknown {
  const asksForCode = user.totp && (user.totp.enabled || pool.requiresSecondFactor);
  if (asksForCode) return issueChallenge(pool, user, "SOFTWARE_TOKEN_MFA", {});
  if (pool.requiresSecondFactor)
    return issueChallenge(pool, user, "MFA_SETUP", { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
  return completeSignIn(pool, user);
}

/** Ends a sign-in during which the user set up an authenticator app. */
function finishMfaSetup(pool: Pool, session: string): unknown {
  const user = userInChallenge(pool, session, "MFA_SETUP");
  if (!user.totp) throw invalidParameter("Software token has not been verified");
  pool.challenges.remove(session);
  return completeSignIn(pool, user);
}

/** A wrong code counts as a failed sign-in. A code works only once. */
function checkCode(pool: Pool, session: string, code: string): unknown {
  const user = userInChallenge(pool, session, "SOFTWARE_TOKEN_MFA");
  if (pool.lockouts.signIn.isLocked(user.email) || !user.totp) throw expiredSession();
  const step = matchingStep(user.totp.secret, code, pool.now());
  if (step === undefined) {
    pool.lockouts.signIn.recordFailure(user.email);
    throw new AwsError("CodeMismatchException", "Invalid code or auth state for the user.");
  }
  if (step <= user.totp.lastStep) {
    throw new AwsError("ExpiredCodeException", "Your software token has already been used once.");
  }
  pool.challenges.remove(session);
  const updatedUser = { ...user, totp: { ...user.totp, lastStep: step } };
  pool.directory.save(updatedUser);
  return completeSignIn(pool, updatedUser);
}

function completeSignIn(pool: Pool, user: User): unknown {
  pool.lockouts.signIn.recordSuccess(user.email);
  return { AuthenticationResult: pool.tokens.signIn(user), ChallengeParameters: {} };
}

function issueChallenge(
  pool: Pool,
  user: User,
  name: Challenge["name"],
  parameters: Record<string, string>,
): unknown {
  return {
    ChallengeName: name,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
    Session: pool.challenges.put({ username: user.username, name }),
  };
}

/** The user of a sign-in that waits for the challenge `name`. */
export function userInChallenge(pool: Pool, session: string, name: Challenge["name"]): User {
  const challenge = pool.challenges.get(session);
  const user = challenge?.name === name ? pool.directory.users.get(challenge.username) : undefined;
  if (!user) throw expiredSession();
  return user;
}

/** A user name for an unknown address: formatted as a UUID, and always the same for the same address. */
function fakeUsername(pool: Pool, email: string): string {
  const hex = createHmac("sha256", pool.directory.secret).update(`name:${email}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
