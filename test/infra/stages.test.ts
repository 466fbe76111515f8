import { describe, expect, it } from "vitest";
import { exampleStages } from "../../infra/example-stages.ts";
import { mailIdentity } from "../../infra/mail-identity.ts";
import { stages, stageSettings } from "../../infra/stages.ts";

/** A stage as an operator writes it, with a zone in Route 53. */
const prod = {
  ...exampleStages.prod,
  account: "111122223333",
  domain: "shop.mypod.org",
  hostedZone: { id: "Z1", name: "mypod.org" },
  mailSender: "shop@mypod.org",
  teamEmail: "team@mypod.org",
  alarmEmail: "alarms@mypod.org",
  runbookUrl: "https://mypod.org",
};

describe("stage settings", () => {
  it.each(Object.keys(stages))("of %s are complete", (stage) => {
    expect(() => stageSettings(stage)).not.toThrow();
  });

  it("of infra/stages.ts have no stage local, because npm start reads infra/example-stages.ts", () =>
    expect(stages).not.toHaveProperty("local"));

  it("of an unknown stage fail with the names of all stages", () => {
    const readSettings = (stage: string) => () => stageSettings(stage, undefined, exampleStages);
    expect(readSettings("staging")).toThrow('Unknown stage "staging": infra/stages.ts has dev, prod.');
    expect(readSettings("constructor")).toThrow("Unknown stage");
  });

  it("fail with the names of all missing or wrong settings", () => {
    const { mailSender: _, ...incomplete } = {
      ...exampleStages.dev,
      alarmEmail: "nobody",
      consumers: [{ name: "accounting", busArn: "arn:aws:sqs:us-east-1:1:queue" }],
    };
    const readSettings = () => stageSettings("trial", undefined, { trial: incomplete });
    expect(readSettings).toThrow(/mailSender:/);
    expect(readSettings).toThrow(/alarmEmail: Not an email address/);
    expect(readSettings).toThrow(/consumers\.0\.busArn: Not the ARN of an event bus/);
  });

  it("with a domain fail without a hosted zone or a certificate", () => {
    const context = (name: string) => (name === "domain" ? "shop.example.org" : undefined);
    expect(() => stageSettings("dev", context, exampleStages)).toThrow(
      "domain: A domain needs hostedZone or certificateArn",
    );
  });

  it("with a certificate need the domain that it is for, and no zone", () => {
    const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/x";
    const readSettings = (settings: object) => () =>
      stageSettings("trial", undefined, { trial: { ...exampleStages.dev, certificateArn, ...settings } });
    expect(readSettings({})).toThrow("certificateArn: A certificate needs the domain that it is for");
    expect(readSettings({ domain: "shop.example.org" })).not.toThrow();
  });

  it("with values of the examples are refused for a real account", () => {
    const readSettings = (settings: object, account?: string) => () =>
      stageSettings("trial", undefined, { trial: { ...exampleStages.prod, ...settings } }, account);
    expect(readSettings({})).not.toThrow();
    const refusal = /mailSender: shop@bourbonvipers.example is an example; put your own here/;
    expect(readSettings({}, "111122223333")).toThrow(refusal);
    expect(readSettings({ account: "111122223333" })).toThrow(refusal);
    expect(readSettings({}, "111122223333")).toThrow(/hostedZone.name: bourbonvipers.example/);
    expect(readSettings({}, "111122223333")).toThrow(/runbookUrl: https:/);
  });

  it("with a zone fail for a domain outside it, an invalid or example id, an invalid name, and dmarc without the zone's SES identity", () => {
    const readSettings = (settings: object) => () =>
      stageSettings("prod", undefined, { prod: { ...prod, ...settings } });
    expect(readSettings({})).not.toThrow();
    expect(readSettings({ domain: "mypod.org" })).not.toThrow();
    expect(readSettings({ domain: "shop.notmypod.org" })).toThrow("domain: Not in hostedZone");
    const zone = (settings: object) => ({ hostedZone: { ...prod.hostedZone, ...settings } });
    expect(readSettings(zone({ id: "Z0123456789EXAMPLE" }))).toThrow(
      "hostedZone.id: Z0123456789EXAMPLE is an example; put your own here",
    );
    expect(readSettings(zone({ id: "/hostedzone/Z1" }))).toThrow("hostedZone.id: Not the id of a zone");
    expect(readSettings(zone({ name: "mypod.org." }))).toThrow("hostedZone.name: Not a domain name");
    const withRecord = zone({ dmarc: "none" });
    expect(readSettings(withRecord)).not.toThrow();
    expect(readSettings({ ...withRecord, mailSender: "shop@shop.mypod.org" })).not.toThrow();
    const refusal = "hostedZone.dmarc: The stack adds the record only if it also creates the SES identity";
    expect(readSettings({ ...withRecord, mailSender: "shop@mail.org" })).toThrow(refusal);
    expect(readSettings({ ...withRecord, existingMailIdentity: true })).toThrow(refusal);
  });

  it("make the zone's domain the SES identity for a sender in the zone or its subdomains; any other sender's address is its own identity", () => {
    const identityOf = (mailSender: string) => mailIdentity({ ...prod, mailSender });
    expect(identityOf("shop@mypod.org")).toBe("mypod.org");
    expect(identityOf("orders@Shop.MyPod.org")).toBe("mypod.org");
    expect(identityOf("shop@notmypod.org")).toBe("shop@notmypod.org");
  });

  it("of two stages in one account must not create the same SES identity", () => {
    const readDev = (settings: object) => () =>
      stageSettings("dev", undefined, {
        prod,
        dev: { ...prod, domain: "dev.mypod.org", mailSender: "dev@mypod.org", ...settings },
      });
    expect(readDev({})).toThrow('mailSender: stage "prod" also makes the SES identity mypod.org');
    // The identity of the zone includes its subdomains.
    expect(readDev({ mailSender: "shop@dev.mypod.org" })).toThrow("also makes the SES identity mypod.org");
    expect(readDev({ mailSender: "shop@notmypod.org" })).not.toThrow();
    expect(readDev({ existingMailIdentity: true })).not.toThrow();
    expect(readDev({ account: "444455556666" })).not.toThrow();
  });

  it("of two stages in one account must not have the same sender if one stage verifies the address, and the other its domain", () => {
    const dev = { ...exampleStages.dev, account: prod.account, mailSender: "shop@MyPod.org" };
    const realEmails = { teamEmail: prod.teamEmail, alarmEmail: prod.alarmEmail };
    const readStage = (stage: string, settings: object = {}) => {
      const allStages = { prod, dev: { ...dev, ...realEmails, ...settings } };
      return () => stageSettings(stage, undefined, allStages);
    };
    const refusal = "SES prefers a verified address to its domain";
    expect(readStage("dev")).toThrow(`mailSender: stage "prod" sends from shop@mypod.org too. ${refusal}`);
    expect(readStage("prod")).toThrow(`mailSender: stage "dev" sends from shop@MyPod.org too. ${refusal}`);
    for (const settings of [
      { mailSender: "dev@mypod.org" },
      { existingMailIdentity: true },
      { account: "444455556666" },
    ]) {
      expect(readStage("dev", settings)).not.toThrow();
      expect(readStage("prod", settings)).not.toThrow();
    }
  });

  it("of two stages must not have the same domain, in any account", () => {
    const dev = { ...prod, account: "444455556666" };
    const readDev = (settings: object) => () =>
      stageSettings("dev", undefined, { prod, dev: { ...dev, ...settings } });
    expect(readDev({})).toThrow('domain: stage "prod" has shop.mypod.org too.');
    expect(readDev({ domain: "dev.mypod.org" })).not.toThrow();
    expect(readDev({ domain: "Shop.MyPod.org" })).toThrow("domain: Not a domain name in lower case");
  });

  it("with consumers must not forward to a bus to which another stage forwards, and must not repeat a bus or a name", () => {
    const busArnOf = (name: string) => `arn:aws:events:eu-west-1:444455556666:event-bus/${name}`;
    const consumers = [{ name: "fulfilment", busArn: busArnOf("shop-events-prod") }];
    const readDev = (devConsumers: object[]) => () =>
      stageSettings("dev", undefined, {
        prod: { ...prod, consumers },
        dev: { ...prod, domain: "dev.mypod.org", existingMailIdentity: true, consumers: devConsumers },
      });
    expect(readDev(consumers)).toThrow(
      `consumers: stage "prod" forwards to ${busArnOf("shop-events-prod")} too`,
    );
    const devConsumer = { name: "fulfilment", busArn: busArnOf("shop-events-dev") };
    expect(readDev([devConsumer])).not.toThrow();
    expect(readDev([devConsumer, { ...devConsumer, name: "accounting" }])).toThrow(
      "consumers: Two have the same bus",
    );
    expect(readDev([devConsumer, { ...devConsumer, busArn: busArnOf("books") }])).toThrow(
      "consumers: Two have the same name",
    );
  });

  it("with a certificate of another account than the stage's are refused", () => {
    const { hostedZone: _, ...withoutZone } = prod;
    const readSettings = (settings: object, account?: string) => () =>
      stageSettings("trial", undefined, { trial: { ...withoutZone, ...settings } }, account);
    const certificateOf = (account: string) => ({
      certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/x`,
    });
    expect(readSettings(certificateOf(prod.account))).not.toThrow();
    const refusal =
      "certificateArn: The certificate is in account 444455556666, but the stage is in account 111122223333";
    expect(readSettings(certificateOf("444455556666"))).toThrow(refusal);
    expect(readSettings({ ...certificateOf("444455556666"), account: undefined }, prod.account)).toThrow(
      refusal,
    );
    expect(readSettings({ certificateArn: "arn:aws:acm:us-east-1::x" })).toThrow(
      "certificateArn: Not the ARN",
    );
  });

  it("are overridden by the context", () => {
    const context = (name: string) => (name === "alarmEmail" ? "me@example.org" : undefined);
    expect(stageSettings("dev", context, exampleStages).alarmEmail).toBe("me@example.org");
  });

  it("take the origin secret's version from the context, and fail if the version is invalid", () => {
    const withVersion = (version: string) =>
      stageSettings("dev", (name) => (name === "originSecretVersion" ? version : undefined), exampleStages);
    const version = "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE";
    expect(withVersion(version).originSecretVersion).toBe(version);
    expect(() => withVersion("latest")).toThrow("originSecretVersion: Not a secret's VersionId");
  });

  it("fail if they reserve more concurrency than an account may usually reserve, or too little for a function", () => {
    const readWithConcurrency = (count: number) => () =>
      stageSettings("trial", undefined, {
        trial: { ...exampleStages.dev, reservedConcurrency: { "checkout-api": 600, "catalog-api": count } },
      });
    expect(readWithConcurrency(300)).not.toThrow();
    expect(readWithConcurrency(301)).toThrow("reservedConcurrency: At most 900 in all");
    expect(readWithConcurrency(1)).toThrow("reservedConcurrency.catalog-api: At least 2");
  });
});
