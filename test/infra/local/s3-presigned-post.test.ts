import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { expect, test } from "vitest";
import { startS3 } from "./s3-support.ts";

const IMAGE = { "Content-Type": "image/png" };

/** Starts S3 and creates an upload form. `post` submits the form and returns the status and error code. */
async function startPostForm(options: Partial<PresignedPostOptions> = {}) {
  let now = Date.now();
  const stack = await startS3({ now: () => now });
  const { url, fields } = await createPresignedPost(stack.client, {
    Bucket: "media",
    Key: "uploads/u1/a.png",
    Conditions: [
      ["content-length-range", 1, 100],
      ["eq", "$Content-Type", "image/png"],
    ],
    Fields: IMAGE,
    Expires: 300,
    ...options,
  });
  return {
    ...stack,
    fields,
    advanceClock: (ms: number) => (now += ms),
    post: async (fieldChanges: Record<string, string> = {}, body = "x".repeat(100), to = url) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...fieldChanges })) form.append(name, value);
      form.append("file", new Blob([body], { type: "text/html" }), "evil.html");
      const response = await fetch(to, { method: "POST", body: form });
      const code = /<Code>(.*?)<\/Code>/.exec(await response.text())?.[1];
      return code === undefined ? String(response.status) : `${response.status} ${code}`;
    },
  };
}

test("S3 stores a file that the form's policy allows, with the policy's type, and reports the new object", async () => {
  const { post, s3, created } = await startPostForm();
  expect(await post()).toBe("204");
  expect(await s3.read("media", "uploads/u1/a.png")).toMatchObject({ contentType: "image/png" });
  expect(created).toEqual(["media/uploads/u1/a.png 100"]);
});

test.each<[string, Record<string, string>, number, string]>([
  ["one byte too many", {}, 101, "400 EntityTooLarge"],
  ["an empty file", {}, 0, "400 EntityTooSmall"],
  ["another type", { "Content-Type": "text/html" }, 9, "403 AccessDenied"],
  ["another key", { key: "products/a.png" }, 9, "403 AccessDenied"],
  ["a key with .. in it", { key: "uploads/u1/../../index.html" }, 9, "403 AccessDenied"],
  ["a field that the policy does not name", { "x-amz-meta-admin": "1" }, 9, "403 AccessDenied"],
  ["a forged signature", { "X-Amz-Signature": "0".repeat(64) }, 9, "403 SignatureDoesNotMatch"],
  ["no signature", { "X-Amz-Signature": "" }, 9, "403 SignatureDoesNotMatch"],
  [
    "the credential of another account",
    { "X-Amz-Credential": "someone/20260101/us-east-1/s3/aws4_request" },
    9,
    "403 SignatureDoesNotMatch",
  ],
  [
    "a policy that the server did not sign",
    { Policy: policyOf({ conditions: [] }) },
    9,
    "403 SignatureDoesNotMatch",
  ],
])("S3 refuses a form with %s", async (_, fieldChanges, size, expected) => {
  const { post, created } = await startPostForm();
  expect(await post(fieldChanges, "x".repeat(size))).toBe(expected);
  expect(created).toEqual([]);
});

test("S3 refuses an expired form, and a form for another bucket", async () => {
  const { post, advanceClock, origin } = await startPostForm();
  expect(await post({}, "x", `${origin}/_local/s3/other`)).toBe("403 AccessDenied");
  advanceClock(301_000);
  expect(await post()).toBe("403 AccessDenied");
});

test("the condition starts-with lets the browser choose the end of the key, for example the file's name", async () => {
  const Conditions: PresignedPostOptions["Conditions"] = [["starts-with", "$key", "uploads/u1/"]];
  const { post, created } = await startPostForm({ Key: "uploads/u1/${filename}", Conditions });
  expect(await post()).toBe("204");
  expect(await post({ key: "uploads/u2/a.png" })).toBe("403 AccessDenied");
  expect(created).toEqual(["media/uploads/u1/evil.html 100"]);
});

test("S3 names the reason when a body is not a form", async () => {
  const { origin } = await startPostForm();
  const post = async (body: string, type: string) => {
    const response = await fetch(`${origin}/_local/s3/media`, {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    return /<Code>(.*?)</.exec(await response.text())?.[1];
  };
  expect(await post("{}", "application/json")).toBe("PreconditionFailed");
  expect(await post("garbage", "multipart/form-data; boundary=b")).toBe("MalformedPOSTRequest");
});

function policyOf(policy: object): string {
  return Buffer.from(JSON.stringify({ expiration: "2999-01-01T00:00:00Z", ...policy })).toString("base64");
}
