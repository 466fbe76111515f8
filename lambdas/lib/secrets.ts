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

/**
 * How long the previous value stays valid after a rotation. CloudFront sends the previous origin secret until the next
 * deployment.
 */
const PREVIOUS_VALID_MS = 86_400_000;
/** How long the values of a rotation are cached, so that requests with a wrong value cause few calls. */
const ROTATION_CACHE_MS = 10_000;
const cachedVersions = new Map<string, { versions: Promise<SecretVersions>; expiresAt: number }>();

/** `rotatedAt`: ms since 1970. */
type SecretVersions = { newest: string; previous: string | undefined; rotatedAt: number };

/** A secret's value, cached for five minutes, so that functions get a new value without a deployment. */
export function readSecret(arn: string, nowMs: number = Date.now()): Promise<string> {
  const cachedValue = cachedValues.get(arn);
  if (cachedValue && cachedValue.expiresAt > nowMs) return cachedValue.value;
  const value = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret ${arn} is empty`);
    return SecretString;
  });
  cachedValues.set(arn, { value, expiresAt: nowMs + CACHE_MS });
  value.catch(() => cachedValues.delete(arn));
  return value;
}

/**
 * The values that are valid during a rotation: the newest value, which `readSecret` may not have cached yet, and
 * for a day the previous value.
 */
export function readSecretVersions(arn: string, nowMs: number = Date.now()): Promise<SecretVersions> {
  const cachedEntry = cachedVersions.get(arn);
  if (cachedEntry && cachedEntry.expiresAt > nowMs) return cachedEntry.versions;
  const versions = readNewestAndPrevious(arn, nowMs);
  cachedVersions.set(arn, { versions, expiresAt: nowMs + ROTATION_CACHE_MS });
  versions.catch(() => cachedVersions.delete(arn));
  return versions;
}

async function readNewestAndPrevious(arn: string, nowMs: number): Promise<SecretVersions> {
  const { SecretString: newest, CreatedDate } = await client.send(
    new GetSecretValueCommand({ SecretId: arn }),
  );
  if (!newest) throw new Error(`The secret ${arn} is empty`);
  const rotatedAt = CreatedDate ? +CreatedDate : 0;
  const previous = nowMs - rotatedAt < PREVIOUS_VALID_MS ? await readPreviousValue(arn) : undefined;
  return { newest, previous, rotatedAt };
}

async function readPreviousValue(arn: string): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: "AWSPREVIOUS" });
    return (await client.send(command)).SecretString;
  } catch (error) {
    // The secret has no previous value, because it was never rotated.
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
