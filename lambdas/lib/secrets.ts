import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

const KEEP_MS = 300_000;
const client = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});
const kept = new Map<string, { value: Promise<string>; until: number }>();

/** A secret's text by ARN, kept for five minutes so that a rotation arrives without a deployment. */
export function secret(arn: string, now: number = Date.now()): Promise<string> {
  const found = kept.get(arn);
  if (found && found.until > now) return found.value;
  const value = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret ${arn} is empty`);
    return SecretString;
  });
  kept.set(arn, { value, until: now + KEEP_MS });
  value.catch(() => kept.delete(arn));
  return value;
}
