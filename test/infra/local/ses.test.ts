import { SendEmailCommand, SendRawEmailCommand, SESClient } from "@aws-sdk/client-ses";
import { expect, onTestFinished, test } from "vitest";
import { createFaults } from "../../../infra/local/faults.ts";
import { configurationOf } from "../../../infra/local/ses/undelivered.ts";
import { createSes } from "../../../infra/local/ses/ses.ts";
import { serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

/** `customers` goes by the account's suppression list, `team` does not. */
const configuration = configurationOf(
  stackOf({
    customers: [
      "AWS::SES::ConfigurationSet",
      { SuppressionOptions: { SuppressedReasons: ["BOUNCE", "COMPLAINT"] } },
    ],
    team: ["AWS::SES::ConfigurationSet", { SuppressionOptions: { SuppressedReasons: [] } }],
    Sender: [
      "AWS::SES::EmailIdentity",
      {
        EmailIdentity: "shop@example.com",
        ConfigurationSetAttributes: { ConfigurationSetName: { Ref: "customers" } },
      },
    ],
  }),
);

async function sesStack(dataDir = temporaryFolder()) {
  const faults = createFaults();
  const told: string[] = [];
  const tell = ({ to }: { to: string[] }, outcome: string) => void told.push(`${outcome} ${to.join(" ")}`);
  const ses = await createSes({ dataDir, faults, tell, configuration });
  onTestFinished(() => ses.close());
  const endpoint = await serve((req, res) => ses.handle(req, res));
  const client = new SESClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  return { ses, faults, client, dataDir, told };
}

const mail = (kind: string, to = ["ada@example.com", "bo@example.com"], ConfigurationSetName?: string) =>
  new SendEmailCommand({
    ConfigurationSetName,
    Source: "Bourbon Vipers <shop@example.com>",
    Destination: { ToAddresses: to },
    ReplyToAddresses: ["visitor@example.com"],
    Message: {
      Subject: { Data: "Ein Gruß 🥃" },
      Body: { Html: { Data: "<p>Hello &amp; welcome</p>" }, Text: { Data: "Hello & welcome" } },
    },
    Tags: [{ Name: "kind", Value: kind }],
  });

test("SendEmail keeps the mail with all its recipients and its kind, across a restart", async () => {
  const { client, ses, dataDir } = await sesStack();
  const { MessageId } = await client.send(mail("receipt"));
  expect(MessageId).toBeTruthy();
  const expected = {
    to: ["ada@example.com", "bo@example.com"],
    from: "Bourbon Vipers <shop@example.com>",
    replyTo: "visitor@example.com",
    subject: "Ein Gruß 🥃",
    text: "Hello & welcome",
    html: "<p>Hello &amp; welcome</p>",
    tags: { kind: "receipt" },
  };
  expect(ses.mails()).toMatchObject([expected]);
  expect((await sesStack(dataDir)).ses.mails()).toMatchObject([expected]);
});

test("SendRawEmail reads MIME: subject, text and attachment", async () => {
  const { client, ses } = await sesStack();
  const lines = [
    "From: shop@example.com",
    "To: ada@example.com",
    "Subject: =?utf-8?B?R3LDvMOfZQ==?=",
    "X-SES-MESSAGE-TAGS: kind=receipt, stage=local",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Your receipt",
    "--b",
    'Content-Disposition: attachment; filename="receipt.html"',
    "Content-Type: text/html",
    "",
    "<p>42</p>",
    "--b--",
    "",
  ];
  await client.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(lines.join("\r\n")) } }));
  expect(ses.mails()).toMatchObject([
    {
      to: ["ada@example.com"],
      subject: "Grüße",
      text: "Your receipt",
      tags: { kind: "receipt", stage: "local" },
      attachments: [{ filename: "receipt.html", contentType: "text/html" }],
    },
  ]);
});

test("many at once are all kept, in the order in which they came", async () => {
  const { client, ses } = await sesStack();
  const names = Array.from({ length: 20 }, (_, n) => `n${n}@example.com`);
  await Promise.all(names.map((name) => client.send(mail("receipt", [name]))));
  expect(
    ses
      .mails()
      .map(({ to }) => to[0])
      .sort(),
  ).toEqual([...names].sort());
});

test("down refuses every mail, auto-reply-down only the automatic reply", async () => {
  const { client, ses, faults } = await sesStack();
  faults.set({ mail: "down" });
  await expect(client.send(mail("receipt"))).rejects.toMatchObject({
    name: "ServiceUnavailable",
    $metadata: { httpStatusCode: 503 },
  });
  faults.set({ mail: "auto-reply-down" });
  await expect(client.send(mail("auto-reply"))).rejects.toMatchObject({ name: "MessageRejected" });
  await client.send(mail("contact"));
  expect(ses.mails()).toMatchObject([{ tags: { kind: "contact" } }]);
});

test("a mail comes back, or is called spam, as the faults and the simulator's addresses say; SES takes it all the same", async () => {
  const { client, ses, faults, told } = await sesStack();
  faults.set({ bounces: "Gone@example.com, also-gone@example.com", complaints: "cross@example.com" });
  const addresses = [
    "gone@example.com",
    "cross@example.com",
    "bounce+7@simulator.amazonses.com",
    "complaint@simulator.amazonses.com",
    "ada@example.com",
  ];
  for (const address of addresses) await client.send(mail("receipt", [address]));
  expect(ses.mails().map(({ outcome }) => outcome)).toEqual([
    "bounce",
    "complaint",
    "bounce",
    "complaint",
    undefined,
  ]);
  expect(told).toEqual([
    "bounce gone@example.com",
    "complaint cross@example.com",
    "bounce bounce+7@simulator.amazonses.com",
    "complaint complaint@simulator.amazonses.com",
  ]);
});

test("a mail that arrived can still be called spam, and one that was never sent cannot", async () => {
  const { client, ses, told } = await sesStack();
  await client.send(mail("receipt", ["ada@example.com"]));
  const [sent] = ses.mails();
  expect([ses.report(sent?.id ?? "", "complaint"), ses.report("none", "complaint")]).toEqual([true, false]);
  expect([told, ses.mails()[0]?.outcome]).toEqual([["complaint ada@example.com"], "complaint"]);
});

test("an address without a domain, or one that smuggles a header, is refused", async () => {
  const { client, ses } = await sesStack();
  for (const address of ["ada", "ada@example.com\r\nBcc: all@example.com"]) {
    await expect(client.send(mail("receipt", [address]))).rejects.toMatchObject({
      name: "InvalidParameterValue",
    });
  }
  expect(ses.mails()).toEqual([]);
});

test("an address that called a mail spam is sent nothing more, in silence; mail that goes by no list arrives", async () => {
  const { client, ses, told, faults, dataDir } = await sesStack();
  faults.set({ complaints: "team@example.com" });
  await client.send(mail("receipt", ["Team@example.com"]));
  faults.set({ complaints: "" });
  const { MessageId } = await client.send(mail("receipt", ["team@example.com"]));
  expect(MessageId).toBeTruthy();
  expect(ses.mails()).toHaveLength(1);
  expect(told).toEqual(["complaint Team@example.com", "suppressed team@example.com"]);
  await client.send(mail("contact", ["team@example.com"], "team"));
  expect(ses.mails().map(({ configurationSet }) => configurationSet)).toEqual(["customers", "team"]);

  const again = await sesStack(dataDir);
  await again.client.send(mail("receipt", ["team@example.com"]));
  expect(again.told).toEqual(["suppressed team@example.com"]);
});

test("what comes back of mail that goes by no list puts nobody on it", async () => {
  const { client, ses, told, faults } = await sesStack();
  faults.set({ bounces: "team@example.com" });
  await client.send(mail("contact", ["team@example.com"], "team"));
  faults.set({ bounces: "" });
  await client.send(mail("receipt", ["team@example.com"]));
  expect(ses.mails()).toHaveLength(2);
  expect(told).toEqual(["bounce team@example.com"]);
});
