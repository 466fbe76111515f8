import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

const CACHE_MS = 300_000;
const client = new SecretsManagerClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
});
const cached = new Map<string, { value: Promise<string>; until: number }>();

/** How long the previous value stays valid after a rotation, in ms: the new one has to be deployed to CloudFront. */
const OLD_MS = 86_400_000;
/** Limits how often requests with a wrong value cause a lookup. ms */
const LOOKUP_MS = 10_000;
const lookups = new Map<string, { values: Promise<string[]>; until: number }>();

/** A secret's value, cached for five minutes, so that a rotation needs no deployment. */
export function secret(arn: string, now: number = Date.now()): Promise<string> {
  const found = cached.get(arn);
  if (found && found.until > now) return found.value;
  const value = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret ${arn} is empty`);
    return SecretString;
  });
  cached.set(arn, { value, until: now + CACHE_MS });
  value.catch(() => cached.delete(arn));
  return value;
}

/**
 * The values that are also valid during a rotation: the newest, which `secret` may not have cached yet, and for a day the
 * previous one.
 */
export function rotatingSecrets(arn: string, now: number = Date.now()): Promise<string[]> {
  const found = lookups.get(arn);
  if (found && found.until > now) return found.values;
  const values = newestAndPrevious(arn, now);
  lookups.set(arn, { values, until: now + LOOKUP_MS });
  values.catch(() => lookups.delete(arn));
  return values;
}

async function newestAndPrevious(arn: string, now: number): Promise<string[]> {
  const newest = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  const rotated = newest.CreatedDate !== undefined && now - +newest.CreatedDate < OLD_MS;
  const previous = rotated ? await previousValue(arn) : undefined;
  return [newest.SecretString, previous].filter((value) => value !== undefined);
}

async function previousValue(arn: string): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: "AWSPREVIOUS" });
    return (await client.send(command)).SecretString;
  } catch (error) {
    // The secret was never rotated.
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
