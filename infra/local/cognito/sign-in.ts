import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { putUser, type User } from "./directory.ts";
import { CognitoFault, disabledUser, expiredSession, invalidParameter, wrongPassword } from "./fault.ts";
import { requireClient, required, requireStrong, type Pool } from "./pool.ts";
import { beginExchange, fakeVerifier, isProof } from "./srp.ts";
import { matchingStep } from "./totp.ts";

const values = z._default(z.record(z.string(), z.string()), {});
const initiate = z.object({ AuthFlow: z.string(), ClientId: z.string(), AuthParameters: values });
const respond = z.object({
  ChallengeName: z.string(),
  ClientId: z.string(),
  ChallengeResponses: values,
  Session: z.optional(z.nullable(z.string())),
});

/** InitiateAuth: SRP or a refresh token; a password in clear is not taken, as in the deployed pool. */
export function initiateAuth(pool: Pool, input: unknown): unknown {
  const { AuthFlow, ClientId, AuthParameters } = initiate.parse(input);
  requireClient(pool, ClientId);
  switch (AuthFlow) {
    case "USER_SRP_AUTH":
      return startSrp(pool, required(AuthParameters, "USERNAME"), required(AuthParameters, "SRP_A"));
    case "REFRESH_TOKEN_AUTH":
    case "REFRESH_TOKEN":
      return {
        AuthenticationResult: pool.tokens.refresh(required(AuthParameters, "REFRESH_TOKEN")),
        ChallengeParameters: {},
      };
    default:
      throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  }
}

/** RespondToAuthChallenge: proof of the password, then a new password or an app's code where one is due. */
export function respondToAuthChallenge(pool: Pool, input: unknown): unknown {
  const { ChallengeName, ClientId, ChallengeResponses, Session } = respond.parse(input);
  requireClient(pool, ClientId);
  switch (ChallengeName) {
    case "PASSWORD_VERIFIER":
      return checkProof(pool, ChallengeResponses);
    case "NEW_PASSWORD_REQUIRED":
      return takeNewPassword(pool, Session ?? "", required(ChallengeResponses, "NEW_PASSWORD"));
    case "SOFTWARE_TOKEN_MFA":
      return checkCode(pool, Session ?? "", required(ChallengeResponses, "SOFTWARE_TOKEN_MFA_CODE"));
    default:
      throw invalidParameter(`Invalid challenge name: ${ChallengeName}`);
  }
}

/** An unknown address gets a challenge like everybody's, so that nobody learns whether it has an account. */
function startSrp(pool: Pool, name: string, clientPublic: string): unknown {
  const email = name.trim().toLowerCase();
  const user = pool.directory.byEmail(email) ?? pool.directory.users.get(email);
  const stranger = fakeVerifier(pool.directory.secret, email);
  const { salt, verifier } = user ?? stranger;
  const srpName = user?.username ?? fakeName(pool, email);
  const exchange = beginExchange(clientPublic, { salt, verifier });
  if (!exchange) throw invalidParameter("Invalid SRP_A");
  const key = user?.email ?? email;
  const id = pool.exchanges.put(
    { exchange, srpName, email: key, username: user?.username },
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
  const id = required(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const begun = pool.exchanges.get(id);
  pool.exchanges.drop(id);
  if (!begun) throw wrongPassword();
  if (pool.attempts.signIn.isLocked(begun.email)) {
    throw new CognitoFault("NotAuthorizedException", "Password attempts exceeded");
  }
  const proven = isProof(begun.exchange, {
    pool: pool.name,
    username: begun.srpName,
    timestamp: required(responses, "TIMESTAMP"),
    signature: required(responses, "PASSWORD_CLAIM_SIGNATURE"),
  });
  const user = begun.username === undefined ? undefined : pool.directory.users.get(begun.username);
  if (!proven || !user || user.verifier !== begun.exchange.verifier.toString(16)) {
    pool.attempts.signIn.failed(begun.email);
    throw wrongPassword();
  }
  if (user.disabled === true) throw disabledUser();
  if (user.status === "FORCE_CHANGE_PASSWORD") {
    const parameters = { requiredAttributes: "[]", userAttributes: JSON.stringify({ email: user.email }) };
    return challenge(pool, user, "NEW_PASSWORD_REQUIRED", parameters);
  }
  return afterPassword(pool, user);
}

function takeNewPassword(pool: Pool, session: string, password: string): unknown {
  const user = userInChallenge(pool, session, "NEW_PASSWORD_REQUIRED");
  requireStrong(password);
  pool.challenges.drop(session);
  return afterPassword(pool, putUser(pool.directory, pool.name, { email: user.email, password }, pool.now()));
}

function afterPassword(pool: Pool, user: User): unknown {
  if (user.totp?.enabled === true) return challenge(pool, user, "SOFTWARE_TOKEN_MFA", {});
  return signedIn(pool, user);
}

/** Wrong codes count like wrong passwords; a code opens the door once. */
function checkCode(pool: Pool, session: string, code: string): unknown {
  const user = userInChallenge(pool, session, "SOFTWARE_TOKEN_MFA");
  if (pool.attempts.signIn.isLocked(user.email) || !user.totp) throw expiredSession();
  const step = matchingStep(user.totp.secret, code, pool.now());
  if (step === undefined) {
    pool.attempts.signIn.failed(user.email);
    throw new CognitoFault("CodeMismatchException", "Invalid code or auth state for the user.");
  }
  if (step <= user.totp.lastStep) {
    throw new CognitoFault("ExpiredCodeException", "Your software token has already been used once.");
  }
  pool.challenges.drop(session);
  const used = { ...user, totp: { ...user.totp, lastStep: step } };
  pool.directory.journal.commit(pool.directory.users.put(user.username, used));
  return signedIn(pool, used);
}

function signedIn(pool: Pool, user: User): unknown {
  pool.attempts.signIn.succeeded(user.email);
  return { AuthenticationResult: pool.tokens.signIn(user), ChallengeParameters: {} };
}

function challenge(
  pool: Pool,
  user: User,
  name: "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA",
  parameters: Record<string, string>,
): unknown {
  return {
    ChallengeName: name,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
    Session: pool.challenges.put({ username: user.username, name }),
  };
}

function userInChallenge(pool: Pool, session: string, name: string): User {
  const begun = pool.challenges.get(session);
  const user = begun?.name === name ? pool.directory.users.get(begun.username) : undefined;
  if (!user) throw expiredSession();
  return user;
}

function fakeName(pool: Pool, email: string): string {
  const hex = createHmac("sha256", pool.directory.secret).update(`name:${email}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
