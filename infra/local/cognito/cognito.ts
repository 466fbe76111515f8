import type { IncomingMessage, ServerResponse } from "node:http";
import { header, send, sendJson, urlOf } from "../util/http.ts";
import { accountOperations } from "./account.ts";
import { administrationOperations } from "./administration.ts";
import { createLockout } from "./lockout.ts";
import { openDirectory, putUserFromSettings, putUser, type NewUser } from "./directory.ts";
import { awsJsonHandler } from "../util/aws-json.ts";
import type { Handler } from "../util/local-server.ts";
import { createExpiringMap, type Operations, type Pool, type PoolMail } from "./pool.ts";
import { secondFactorOperations } from "./second-factor.ts";
import { signInOperations } from "./sign-in.ts";
import { createTokens } from "./tokens.ts";

export interface CognitoOptions {
  dataDir: string;
  /** `<region>_<name>` */
  poolId: string;
  clientId: string;
  /** The `iss` of the tokens. */
  issuer: string;
  admin: { email: string; password: string };
  invitation: Pool["invitation"];
  /** Default: false. */
  requiresSecondFactor?: boolean;
  /** Delivers invitations and codes for a forgotten password. */
  sendMail?: (mail: PoolMail) => void;
  /** ms since 1970 */
  now?: () => number;
  /** True makes every operation fail with an internal error; the public keys are still served. */
  isDown?: () => boolean;
}

export type Cognito = Awaited<ReturnType<typeof createCognito>>;

const WEB_OPERATIONS: Operations = { ...signInOperations, ...accountOperations, ...secondFactorOperations };

/** Cognito's API is open to pages of every origin, because it uses no cookies. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST",
};

/** Create a user pool. Amplify and the AWS CLI work with it unchanged, including sign-in by SRP. */
export async function createCognito(options: CognitoOptions) {
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
    lockouts: { signIn: createLockout(now), reset: createLockout(now) },
    srpSignIns: createExpiringMap(now),
    challenges: createExpiringMap(now),
    sendMail: options.sendMail ?? (() => undefined),
    invitation: options.invitation,
    requiresSecondFactor: options.requiresSecondFactor ?? false,
    now,
  };
  putUserFromSettings(pool, { ...admin, groups: ["admin"] });

  const handlerOf = (operations: Operations): Handler =>
    awsJsonHandler(
      Object.fromEntries(
        Object.entries(operations).map(([name, run]) => [name, (input: unknown) => run(pool, input)]),
      ),
    );
  const handleUnsigned = handlerOf(WEB_OPERATIONS);
  const handleSigned = handlerOf({ ...WEB_OPERATIONS, ...administrationOperations });
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) res.setHeader(name, value);
    if (req.method === "OPTIONS") return send(res, 204, "");
    if (urlOf(req).pathname.endsWith("/.well-known/jwks.json")) return sendJson(res, 200, tokens.jwks());
    if (options.isDown?.() === true)
      return sendJson(res, 500, { __type: "InternalErrorException", message: "Internal error" });
    await (hasCredentials(req) ? handleSigned : handleUnsigned)(req, res);
  }

  return {
    handle,
    jwks: () => tokens.jwks(),
    putUser: (user: NewUser) => void putUser(pool, user),
    /** Signs the account in and returns the access token. */
    accessTokenOf(email: string): string {
      const user = directory.findByEmail(email);
      if (!user) throw new Error(`There is no account with the address ${email}.`);
      return tokens.signIn(user).AccessToken;
    },
  };
}

/** Whether the request is signed with AWS credentials and does not come from a web page, which sends an Origin. */
const hasCredentials = (req: IncomingMessage): boolean =>
  header(req, "origin") === undefined &&
  header(req, "authorization")?.startsWith("AWS4-HMAC-SHA256 ") === true;
