import { SendEmailCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { expect, test } from "vitest";
import { createFaults } from "../../../infra/local/faults.ts";
import { configurationOf } from "../../../infra/local/ses/undelivered.ts";
import { createSes } from "../../../infra/local/ses/ses.ts";
import { clientOptions, serve, temporaryFolder } from "./serve.ts";
import { stackOf } from "./stack-support.ts";

/** The configuration set `customers` uses the account's suppression list; the set `team` does not. */
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

async function startSes(dataDir = temporaryFolder()) {
  const faults = createFaults();
  const reported: string[] = [];
  const ses = createSes({
    dataDir,
    faults,
    configuration,
    onUndelivered: ({ to }, reason) => void reported.push(`${reason} ${to.join(" ")}`),
  });
  const client = new SESv2Client(clientOptions(await serve(ses.handle)));
  return { ses, faults, client, dataDir, reported };
}

const mailCommand = (
  kind: string,
  to = ["ada@example.com", "bo@example.com"],
  ConfigurationSetName?: string,
) =>
  new SendEmailCommand({
    ConfigurationSetName,
    FromEmailAddress: "The Shop <shop@example.com>",
    Destination: { ToAddresses: to },
    ReplyToAddresses: ["visitor@example.com"],
    Content: {
      Simple: {
        Subject: { Data: "Ein Gruß 🥃" },
        Body: { Html: { Data: "<p>Hello &amp; welcome</p>" }, Text: { Data: "Hello & welcome" } },
        Headers: [{ Name: "List-Unsubscribe", Value: "<https://shop.example/stop>" }],
      },
    },
    EmailTags: [{ Name: "kind", Value: kind }],
  });

test("SendEmail stores the mail with all recipients and its kind, also across a restart", async () => {
  const { client, ses, dataDir } = await startSes();
  const { MessageId } = await client.send(mailCommand("receipt"));
  expect(MessageId).toBeTruthy();
  const expected = {
    to: ["ada@example.com", "bo@example.com"],
    from: "The Shop <shop@example.com>",
    replyTo: "visitor@example.com",
    subject: "Ein Gruß 🥃",
    text: "Hello & welcome",
    html: "<p>Hello &amp; welcome</p>",
    tags: { kind: "receipt" },
    headers: { "List-Unsubscribe": "<https://shop.example/stop>" },
  };
  expect(ses.mails()).toMatchObject([expected]);
  expect((await startSes(dataDir)).ses.mails()).toMatchObject([expected]);
});

test("SendEmail keeps the pictures inside a mail", async () => {
  const { client, ses } = await startSes();
  const { Content: _, ...request } = mailCommand("tickets", ["ada@example.com"]).input;
  const Attachments = [
    {
      ...{ FileName: "tkt_1.png", ContentType: "image/png", ContentId: "tkt_1" },
      ContentDisposition: "INLINE",
      ContentTransferEncoding: "BASE64",
      RawContent: Buffer.from("picture"),
    } as const,
  ];
  const Simple = { Subject: { Data: "Tickets" }, Body: { Text: { Data: "Your tickets" } }, Attachments };
  await client.send(new SendEmailCommand({ ...request, Content: { Simple } }));
  expect(ses.mails().map(({ attachments }) => attachments)).toEqual([
    [
      {
        ...{ filename: "tkt_1.png", contentType: "image/png", contentId: "tkt_1" },
        content: Buffer.from("picture").toString("base64"),
      },
    ],
  ]);
});

test("SES stores each of 20 mails that are sent at the same time", async () => {
  const { client, ses } = await startSes();
  const addresses = Array.from({ length: 20 }, (_, n) => `n${n}@example.com`);
  await Promise.all(addresses.map((address) => client.send(mailCommand("receipt", [address]))));
  expect(
    ses
      .mails()
      .map(({ to }) => to[0])
      .sort(),
  ).toEqual([...addresses].sort());
});

test("the fault 'down' refuses every mail, 'auto-reply-down' only automatic replies", async () => {
  const { client, ses, faults } = await startSes();
  faults.set({ mail: "down" });
  await expect(client.send(mailCommand("receipt"))).rejects.toMatchObject({
    name: "ServiceUnavailable",
    $metadata: { httpStatusCode: 503 },
  });
  faults.set({ mail: "auto-reply-down" });
  await expect(client.send(mailCommand("auto-reply"))).rejects.toMatchObject({ name: "MessageRejected" });
  await client.send(mailCommand("contact"));
  expect(ses.mails()).toMatchObject([{ tags: { kind: "contact" } }]);
});

test("SES accepts a mail, then reports a bounce or complaint for an address of the faults or of SES's simulator", async () => {
  const { client, ses, faults, reported } = await startSes();
  faults.set({ bounces: "Gone@example.com, also-gone@example.com", complaints: "cross@example.com" });
  const addresses = [
    "gone@example.com",
    "cross@example.com",
    "bounce+7@simulator.amazonses.com",
    "complaint@simulator.amazonses.com",
    "ada@example.com",
  ];
  for (const address of addresses) await client.send(mailCommand("receipt", [address]));
  expect(ses.mails().map(({ outcome }) => outcome)).toEqual([
    "bounce",
    "complaint",
    "bounce",
    "complaint",
    undefined,
  ]);
  expect(reported).toEqual([
    "bounce gone@example.com",
    "complaint cross@example.com",
    "bounce bounce+7@simulator.amazonses.com",
    "complaint complaint@simulator.amazonses.com",
  ]);
});

test("SES can report a delivered mail as spam later, but not an unknown mail", async () => {
  const { client, ses, reported } = await startSes();
  await client.send(mailCommand("receipt", ["ada@example.com"]));
  const [sent] = ses.mails();
  expect([ses.report(sent?.id ?? "", "complaint"), ses.report("none", "complaint")]).toEqual([true, false]);
  expect([reported, ses.mails()[0]?.outcome]).toEqual([["complaint ada@example.com"], "complaint"]);
});

test("SES refuses an address without a domain or with a dot too many, and an address that injects a header", async () => {
  const { client, ses } = await startSes();
  for (const address of ["ada", "ada.@example.com", "ada@example.com\r\nBcc: all@example.com"]) {
    await expect(client.send(mailCommand("receipt", [address]))).rejects.toMatchObject({
      name: "BadRequestException",
    });
  }
  expect(ses.mails()).toEqual([]);
});

test("SES sends nothing to a suppressed address if the mail's configuration set uses the suppression list", async () => {
  const { client, ses, reported, faults, dataDir } = await startSes();
  faults.set({ complaints: "team@example.com" });
  await client.send(mailCommand("receipt", ["Team@example.com"]));
  faults.set({ complaints: "" });
  const { MessageId } = await client.send(mailCommand("receipt", ["team@example.com"]));
  expect(MessageId).toBeTruthy();
  expect(ses.mails()).toHaveLength(1);
  expect(reported).toEqual(["complaint Team@example.com", "suppressed team@example.com"]);
  await client.send(mailCommand("contact", ["team@example.com"], "team"));
  expect(ses.mails().map(({ configurationSet }) => configurationSet)).toEqual(["customers", "team"]);

  const restartedSes = await startSes(dataDir);
  await restartedSes.client.send(mailCommand("receipt", ["team@example.com"]));
  expect(restartedSes.reported).toEqual(["suppressed team@example.com"]);
});

test("SES does not suppress an address after a bounce if the configuration set uses no suppression list", async () => {
  const { client, ses, reported, faults } = await startSes();
  faults.set({ bounces: "team@example.com" });
  await client.send(mailCommand("contact", ["team@example.com"], "team"));
  faults.set({ bounces: "" });
  await client.send(mailCommand("receipt", ["team@example.com"]));
  expect(ses.mails()).toHaveLength(2);
  expect(reported).toEqual(["bounce team@example.com"]);
});
