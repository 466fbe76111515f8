import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CognitoOptions, createCognito } from "../../infra/local/cognito/cognito.ts";
import { claimsAsText } from "../../infra/local/gateway/jwt-authorizer.ts";
import type { CallOptions } from "./invoke.ts";
import { serveUntilClosed } from "./serve.ts";

const POOL = "us-east-1_LOCALpool";

/**
 * Starts the simulated Cognito, which the functions use from then on. `options` replace the defaults, such as
 * the admin first@example.com. The caller must call `close`.
 */
export async function startUserPool(options: Partial<CognitoOptions> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-cognito-"));
  const cognito = await createCognito({
    dataDir,
    poolId: POOL,
    clientId: "web",
    issuer: `https://cognito-idp.us-east-1.amazonaws.com/${POOL}`,
    invitation: { subject: "", text: "" },
    admin: { email: "first@example.com", password: "Rickhouse-9!" },
    now: () => Date.now(),
    ...options,
  });
  const server = await serveUntilClosed((req, res) => cognito.handle(req, res));
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = server.url;
  return {
    cognito,
    url: server.url,
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The header and claims of a request with a token that API Gateway has accepted. */
export function callerWith(token: string): CallOptions & { claims: Record<string, unknown> } {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  return { claims: claimsAsText({ ...claims }), headers: { authorization: `Bearer ${token}` } };
}
