import { mkdtempSync } from "node:fs";
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

/** The local S3 and the functions that take pictures in; open the shop before it. */
export async function openPictures() {
  const created: { key: string; size: number }[] = [];
  const served = await serveUntilClosed((req, res) => s3.handle(req, res));
  const s3 = await createS3({
    dataDir: mkdtempSync(join(tmpdir(), "shop-media-")),
    buckets: [BUCKET],
    endpointForBrowser: () => served.url,
    onCreated: ({ key, size }) => created.push({ key, size }),
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  process.env["AWS_ENDPOINT_URL_S3"] = served.url;
  const { handler: admin } = (await import("../../lambdas/admin-api.ts")) as { handler: HttpHandler };
  const { handler: processImage } = (await import("../../lambdas/process-image.ts")) as {
    handler: QueueHandler;
  };
  afterAll(() => served.close());

  async function ask(fileName: string, contentType: string, size: number): Promise<UploadForm> {
    const answer = await call(admin, adminApi.requestUpload, { body: { fileName, contentType, size } });
    expect(answer.status).toBe(201);
    return answer.data;
  }

  /** Posts a file with a form as a browser does: the status of S3's answer. */
  async function post({ url, fields }: UploadForm, file: Buffer, change: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(file)]));
    return (await fetch(url, { method: "POST", body: form })).status;
  }

  const arrived = (key: string) => ({
    source: "aws.s3",
    detailType: "Object Created",
    detail: { bucket: { name: BUCKET }, object: { key } },
  });
  const stateOf = async (uploadId: string) =>
    (await call(admin, adminApi.getUpload, { params: { uploadId } })).data;

  return {
    admin,
    ask,
    post,
    stateOf,
    created,
    /** S3's event for a file that arrived, handed to the function: which go back to the queue. */
    arrive: (key: string) => deliver(processImage, [arrived(key)]),
    /** Sends a file all the way: what became of it. */
    async upload(fileName: string, contentType: string, file: Buffer) {
      const form = await ask(fileName, contentType, file.length);
      expect(await post(form, file)).toBe(204);
      const key = form.fields["key"] ?? "";
      expect(await deliver(processImage, [arrived(key)])).toEqual([]);
      expect(await s3.read(BUCKET, key)).toBeUndefined();
      return { form, state: await stateOf(form.uploadId) };
    },
    /** What S3 has of a file that was sent with a form. */
    sent: (form: UploadForm) => s3.read(BUCKET, form.fields["key"] ?? ""),
    /** What S3 has at a picture's address. */
    stored: async (imageUrl: string) => (await s3.read(BUCKET, imageUrl.replace("/media/", "")))?.body,
  };
}
export type Pictures = Awaited<ReturnType<typeof openPictures>>;
