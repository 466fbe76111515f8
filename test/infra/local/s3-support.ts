import { S3Client } from "@aws-sdk/client-s3";
import { createS3, type S3Options } from "../../../infra/local/s3/s3.ts";
import { clientOptions, serve, temporaryFolder } from "./serve.ts";

/**
 * Starts an S3 emulator with two buckets under the path /_local/s3, and the SDK connected to it. `created` lists the new
 * objects as '<bucket>/<key> <bytes>'.
 */
export async function startS3(options: Partial<S3Options> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const created: string[] = [];
  const s3 = createS3({
    dataDir,
    buckets: ["media", "other"],
    clientEndpoint: () => "http://localhost:8080/_local/s3",
    onCreated: ({ bucket, key, size }) => created.push(`${bucket}/${key} ${size}`),
    ...options,
  });
  const origin = await serve((req, res) => {
    req.url = (req.url ?? "").replace(/^\/_local\/s3/, "");
    return s3.handle(req, res);
  });
  const client = new S3Client({ ...clientOptions(`${origin}/_local/s3`), forcePathStyle: true });
  return { s3, client, origin, created, dataDir };
}
