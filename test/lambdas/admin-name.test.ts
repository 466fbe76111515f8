import { beforeAll, expect, test, vi } from "vitest";
import { serveUntilClosed } from "../support/serve.ts";

const ID = "0c5e1c3e-6d0a-4f0e-9a53-0d0f3a1f9e11";
const asked: string[] = [];
let adminName: (id: string, authorization: string | undefined, now?: number) => Promise<string>;

beforeAll(async () => {
  const server = await serveUntilClosed((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      asked.push(`${String(req.headers["x-amz-target"])} ${Buffer.concat(chunks).toString()}`);
      const { AccessToken } = JSON.parse(Buffer.concat(chunks).toString()) as { AccessToken?: string };
      if (AccessToken !== "good") return void res.writeHead(400).end("{}");
      const UserAttributes = [{ Name: "email", Value: "ada@example.com" }];
      res.end(JSON.stringify({ Username: ID, UserAttributes }));
    });
  });
  // Its log is not this run's.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  ({ adminName } = await import("../../lambdas/lib/admin-name.ts"));
  process.env["AWS_REGION"] = "us-east-1";
  process.env["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = server.url;
  return () => server.close();
});

test("an admin is known by the id while Cognito does not tell the address", async () => {
  expect(await adminName(ID, undefined)).toBe(ID);
  expect(await adminName(ID, "Bearer expired")).toBe(ID);
  expect(await adminName("another", "Bearer good")).toBe("another");
});

test("and by the address that Cognito tells to whoever has the token, asked for once an hour", async () => {
  const now = Date.now();
  asked.length = 0;
  expect(await adminName(ID, "Bearer good", now)).toBe("ada@example.com");
  expect(await adminName(ID, "Bearer good", now + 3_599_000)).toBe("ada@example.com");
  expect(asked).toEqual(['AWSCognitoIdentityProviderService.GetUser {"AccessToken":"good"}']);
  await adminName(ID, "Bearer good", now + 3_600_000);
  expect(asked).toHaveLength(2);
});
