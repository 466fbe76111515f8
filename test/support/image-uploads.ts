import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { createS3 } from "../../infra/local/s3/s3.ts";
import { adminApi } from "../../shared/api-admin.ts";
import type { UploadForm } from "../../shared/upload.ts";
import type { HttpHandler, QueueHandler } from "./invoke.ts";
import { call, deliver } from "./invoke.ts";
import { serveUntilClosed } from "./serve.ts";

const BUCKET = "shop-media";

const cleanups: (() => Promise<void>)[] = [];
// Registered at import, because `afterAll` does nothing in a hook such as `beforeAll`.
afterAll(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

/** Starts the local S3 and loads the functions for image uploads. Requires `openShop` to be called before. */
export async function openImageUploads() {
  const server = await serveUntilClosed((req, res) => s3.handle(req, res));
  const dataDir = mkdtempSync(join(tmpdir(), "shop-media-"));
  const s3 = createS3({
    dataDir,
    buckets: [BUCKET],
    clientEndpoint: () => server.url,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  process.env["AWS_ENDPOINT_URL_S3"] = server.url;
  const { handler: admin } = (await import("../../lambdas/admin-api.ts")) as { handler: HttpHandler };
  const { handler: processImage } = (await import("../../lambdas/process-image.ts")) as {
    handler: QueueHandler;
  };
  cleanups.push(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function requestUpload(fileName: string, contentType: string, size: number): Promise<UploadForm> {
    const response = await call(admin, adminApi.requestUpload, { body: { fileName, contentType, size } });
    expect(response.status).toBe(201);
    return response.data;
  }

  /** Posts a file with the upload's form as a browser does; returns the status of S3's response. `changed` replaces fields. */
  async function post({ url, fields }: UploadForm, file: Buffer, changed: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(file)]));
    return (await fetch(url, { method: "POST", body: form })).status;
  }

  const createdEvent = (key: string) => ({
    source: "aws.s3",
    detailType: "Object Created",
    detail: { bucket: { name: BUCKET }, object: { key } },
  });
  const uploadState = async (uploadId: string) =>
    (await call(admin, adminApi.getUpload, { params: { uploadId } })).data;

  return {
    admin,
    requestUpload,
    post,
    uploadState,
    /** Delivers S3's event for an uploaded file; returns the indexes of the failed events. */
    processUpload: (key: string) => deliver(processImage, [createdEvent(key)]),
    /** Uploads and processes a file; returns the form and the upload's state. */
    async upload(fileName: string, contentType: string, file: Buffer) {
      const form = await requestUpload(fileName, contentType, file.length);
      expect(await post(form, file)).toBe(204);
      const key = form.fields["key"] ?? "";
      expect(await deliver(processImage, [createdEvent(key)])).toEqual([]);
      expect(await s3.read(BUCKET, key)).toBeUndefined();
      return { form, state: await uploadState(form.uploadId) };
    },
    /** The uploaded file in S3 before it is processed. */
    uploadedFile: (form: UploadForm) => s3.read(BUCKET, form.fields["key"] ?? ""),
    /** The processed image at this address. */
    storedImage: async (imageUrl: string) => (await s3.read(BUCKET, imageUrl.replace("/media/", "")))?.body,
  };
}
export type ImageUploads = Awaited<ReturnType<typeof openImageUploads>>;
