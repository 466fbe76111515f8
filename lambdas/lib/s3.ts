import { S3Client } from "@aws-sdk/client-s3";

/** A client of S3 that tries up to three times. `requestTimeout` is the limit of each try, in ms. */
export const createS3Client = (requestTimeout: number): S3Client =>
  new S3Client({
    maxAttempts: 3,
    // The local stack has no host name for each bucket, so the bucket's name is in the path.
    forcePathStyle: process.env["AWS_ENDPOINT_URL_S3"] !== undefined,
    requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true },
  });
