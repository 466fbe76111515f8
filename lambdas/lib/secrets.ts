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
const cachedValues = new Map<string, { value: Promise<string>; expiresAt: number }>();

/** How long the previous value stays valid: CloudFront sends it until the next deployment. */
const PREVIOUS_VALID_MS = 86_400_000;
/** How long the values of a rotation are cached, so that requests with a wrong value cause few calls. */
const ROTATION_CACHE_MS = 10_000;
const cachedRotations = new Map<string, { values: Promise<string[]>; expiresAt: number }>();

/** A secret's value, cached for five minutes, so that a rotation needs no deployment. */
export function secret(arn: string, now: number = Date.now()): Promise<string> {
  const cachedValue = cachedValues.get(arn);
  if (cachedValue && cachedValue.expiresAt > now) return cachedValue.value;
  const value = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret ${arn} is empty`);
    return SecretString;
  });
  cachedValues.set(arn, { value, expiresAt: now + CACHE_MS });
  value.catch(() => cachedValues.delete(arn));
  return value;
}

/**
 * The values that are also valid during a rotation: the newest value, which `secret` may not have cached
 * yet, and for a day the previous value.
 */
export function rotatingSecrets(arn: string, now: number = Date.now()): Promise<string[]> {
  const cachedRotation = cachedRotations.get(arn);
  if (cachedRotation && cachedRotation.expiresAt > now) return cachedRotation.values;
  const values = newestAndPrevious(arn, now);
  cachedRotations.set(arn, { values, expiresAt: now + ROTATION_CACHE_MS });
  values.catch(() => cachedRotations.delete(arn));
  return values;
}

async function newestAndPrevious(arn: string, now: number): Promise<string[]> {
  const newest = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  const isRecent = newest.CreatedDate !== undefined && now - +newest.CreatedDate < PREVIOUS_VALID_MS;
  const previous = isRecent ? await previousValue(arn) : undefined;
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
