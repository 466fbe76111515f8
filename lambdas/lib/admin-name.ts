import * as z from "zod/mini";
import { readEnv, Text } from "./env.ts";
import { log } from "./log.ts";

const User = z.object({
  Username: z.string(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
});

/** ms; a name is worth no more waiting. */
const TIMEOUT_MS = 2_000;
/** An address may change: it is asked for again after this long, in ms. */
const KEEP_MS = 3_600_000;
const kept = new Map<string, { name: string; until: number }>();

/**
 * What people call the admin with this id: their e-mail address, which an access token does not hold. Cognito tells it
 * to whoever has the token, so that no function may read accounts. When Cognito does not answer, the id has to do.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html
 */
export async function adminName(
  id: string,
  authorization: string | undefined,
  now: number = Date.now(),
): Promise<string> {
  const found = kept.get(id);
  if (found && found.until > now) return found.name;
  try {
    const name = await emailOf(id, authorization?.replace(/^Bearer /i, ""));
    kept.set(id, { name, until: now + KEEP_MS });
    return name;
  } catch (error) {
    log.warn("Cognito did not tell an admin's address", {
      error: error instanceof Error ? error.name : "unknown",
    });
    return id;
  }
}

async function emailOf(id: string, AccessToken: string | undefined): Promise<string> {
  const env = readEnv(
    z.object({ AWS_REGION: Text, AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.optional(Text) }),
  );
  const url =
    env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? `https://cognito-idp.${env.AWS_REGION}.amazonaws.com/`;
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.GetUser",
    },
    body: JSON.stringify({ AccessToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`Cognito answered ${answer.status}`);
  const { Username, UserAttributes } = z.parse(User, await answer.json());
  const email = UserAttributes.find(({ Name }) => Name === "email")?.Value;
  if (Username !== id || !email) throw new Error("Cognito knows another by this token");
  return email;
}
