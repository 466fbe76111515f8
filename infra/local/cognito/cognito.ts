import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import type { Emulator } from "../util/emulator.ts";
import { header, readBody, send, sendJson, urlOf } from "../util/http.ts";
import * as account from "./account.ts";
import * as administration from "./administration.ts";
import { createAttempts } from "./attempts.ts";
import { openDirectory, putConfiguredUser, putUser, type NewUser } from "./directory.ts";
import { CognitoFault, invalidParameter } from "./fault.ts";
import { createShortLived, type Pool, type PoolMail } from "./pool.ts";
import { associateSoftwareToken, setUserMfaPreference, verifySoftwareToken } from "./second-factor.ts";
import { initiateAuth, respondToAuthChallenge } from "./sign-in.ts";
import { createTokens, type PublicJwk } from "./tokens.ts";

export interface CognitoOptions {
  dataDir: string;
  /** `region_name` */
  poolId: string;
  clientId: string;
  /** The `iss` of the tokens. */
  issuer: string;
  admin: { email: string; password: string };
  /** Takes the code of a forgotten password to its reader. */
  sendMail?: (mail: PoolMail) => void;
  /** ms since 1970 */
  now?: () => number;
  /** While it answers true, every call fails as when Cognito itself is in trouble. */
  isDown?: () => boolean;
}

export interface Cognito extends Emulator {
  jwks(): { keys: PublicJwk[] };
  /** Adds an account, or changes its password and groups. */
  putUser(user: NewUser): void;
  /** An access token of this account, as after a sign-in. */
  accessTokenOf(email: string): string;
}

type Operation = (pool: Pool, input: unknown) => unknown;

const OPERATIONS: Record<string, Operation> = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: account.getTokensFromRefreshToken,
  RevokeToken: account.revokeToken,
  GlobalSignOut: account.globalSignOut,
  ForgotPassword: account.forgotPassword,
  ConfirmForgotPassword: account.confirmForgotPassword,
  ChangePassword: account.changePassword,
  GetUser: account.getUser,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
};
/** These need AWS credentials, which no web page has. */
const ADMINISTRATION: Record<string, Operation> = {
  AdminCreateUser: administration.adminCreateUser,
  AdminSetUserPassword: administration.adminSetUserPassword,
  AdminAddUserToGroup: administration.adminAddUserToGroup,
  AdminRemoveUserFromGroup: administration.adminRemoveUserFromGroup,
  AdminListGroupsForUser: administration.adminListGroupsForUser,
  AdminDisableUser: administration.adminDisableUser,
  AdminEnableUser: administration.adminEnableUser,
  AdminDeleteUser: administration.adminDeleteUser,
  AdminUserGlobalSignOut: administration.adminUserGlobalSignOut,
};

/** As Cognito answers browsers: its API is open to every origin, because it takes no cookies. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST",
};

/** A user pool with the real SRP exchange: Amplify and the AWS CLI work with it unchanged. */
export async function createCognito(options: CognitoOptions): Promise<Cognito> {
  const { poolId, clientId, issuer, admin } = options;
  const now = options.now ?? Date.now;
  const directory = await openDirectory(options.dataDir);
  const tokens = createTokens({ directory, issuer, clientId, now });
  const pool: Pool = {
    id: poolId,
    name: poolId.split("_")[1] ?? "",
    clientId,
    directory,
    tokens,
    attempts: { signIn: createAttempts(now), reset: createAttempts(now) },
    exchanges: createShortLived(now),
    challenges: createShortLived(now),
    sendMail: options.sendMail ?? (() => undefined),
    now,
  };
  putConfiguredUser(directory, pool.name, { ...admin, groups: ["admin"] }, now());

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) res.setHeader(name, value);
    if (req.method === "OPTIONS") return send(res, 204, "");
    if (urlOf(req).pathname.endsWith("/.well-known/jwks.json")) return sendJson(res, 200, tokens.jwks());
    if (options.isDown?.() === true) {
      const headers = { "content-type": "application/x-amz-json-1.1" };
      return sendJson(res, 500, { __type: "InternalErrorException", message: "Internal error" }, headers);
    }
    try {
      const output = await operationOf(req)(pool, await bodyOf(req));
      sendJson(res, 200, output, { "content-type": "application/x-amz-json-1.1" });
    } catch (error) {
      const fault = error instanceof z.core.$ZodError ? invalidParameter(z.prettifyError(error)) : error;
      if (!(fault instanceof CognitoFault)) throw error;
      const headers = { "content-type": "application/x-amz-json-1.1", "x-amzn-errortype": fault.type };
      sendJson(res, 400, { __type: fault.type, message: fault.message }, headers);
    }
  }

  return {
    handle,
    jwks: () => tokens.jwks(),
    putUser: (user) => void putUser(directory, pool.name, user, now()),
    accessTokenOf(email) {
      const user = directory.byEmail(email);
      if (!user) throw new Error(`Nobody has the address ${email}.`);
      return tokens.signIn(user).AccessToken;
    },
    close: () => Promise.resolve(),
  };
}

function operationOf(req: IncomingMessage): Operation {
  const name =
    /^AWSCognitoIdentityProviderService\.(\w+)$/.exec(header(req, "x-amz-target") ?? "")?.[1] ?? "";
  const trusted =
    header(req, "origin") === undefined && header(req, "authorization")?.startsWith("AWS4-HMAC-SHA256 ");
  const known = trusted === true ? { ...OPERATIONS, ...ADMINISTRATION } : OPERATIONS;
  const operation = req.method === "POST" && Object.hasOwn(known, name) ? known[name] : undefined;
  if (!operation) throw new CognitoFault("UnknownOperationException", "Unknown operation");
  return operation;
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const body = await readBody(req, 100_000);
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    throw new CognitoFault("SerializationException", "The body is not JSON.");
  }
}
