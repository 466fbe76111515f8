import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from "@aws-sdk/client-s3";

/** Deletes every version of every object, and the delete markers. Throws if S3 refuses one. */
export async function emptyBucket(client: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    // Both calls handle at most 1,000 versions.
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0])
      throw new Error(
        `S3 did not delete ${Errors.length} versions, such as one of ${Errors[0].Key ?? ""}: ${Errors[0].Message ?? ""}`,
      );
  }
}
