import { CopyObjectCommand, ListObjectVersionsCommand, type S3Client } from "@aws-sdk/client-s3";

/** The folder of checked pictures in the bucket. */
export const PICTURES_PREFIX = "products/";

/** A version of an object. */
type Version = { versionId: string; storedAt: Date; isDeletion: boolean; isLatest: boolean };

/**
 * Pure: the version of an object to restore, so that its content is that of an earlier time. Undefined if the object has not
 * changed since, or did not exist then.
 */
export function versionToRestore(versions: readonly Version[], at: Date): string | undefined {
  const [versionThen] = versions
    .filter(({ storedAt }) => storedAt <= at)
    .sort((a, b) => +b.storedAt - +a.storedAt);
  return versionThen && !versionThen.isDeletion && !versionThen.isLatest ? versionThen.versionId : undefined;
}

async function listVersions(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): Promise<Map<string, Version[]>> {
  const versionsByKey = new Map<string, Version[]>();
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...markers }));
    const addVersion =
      (isDeletion: boolean) =>
      (entry: {
        Key?: string | undefined;
        VersionId?: string | undefined;
        LastModified?: Date | undefined;
        IsLatest?: boolean | undefined;
      }) => {
        const {
          Key = "",
          VersionId: versionId = "",
          LastModified: storedAt = new Date(0),
          IsLatest = false,
        } = entry;
        versionsByKey.set(Key, [
          ...(versionsByKey.get(Key) ?? []),
          { versionId, storedAt, isDeletion, isLatest: IsLatest },
        ]);
      };
    page.Versions?.forEach(addVersion(false));
    page.DeleteMarkers?.forEach(addVersion(true));
    if (!page.IsTruncated) return versionsByKey;
    markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

/**
 * Restores the pictures whose keys begin with `prefix` to their content at an earlier time. Deleted and overwritten pictures
 * are restored, new pictures stay. Returns the number of changed objects. The bucket keeps old versions for 30 days.
 */
export async function restorePictures(
  client: S3Client,
  Bucket: string,
  prefix: string,
  at: Date,
): Promise<number> {
  let restoredCount = 0;
  for (const [Key, versions] of await listVersions(client, Bucket, prefix)) {
    const versionId = versionToRestore(versions, at);
    if (versionId === undefined) continue;
    const CopySource = `${Bucket}/${encodeURIComponent(Key)}?versionId=${encodeURIComponent(versionId)}`;
    await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
    restoredCount++;
  }
  return restoredCount;
}
