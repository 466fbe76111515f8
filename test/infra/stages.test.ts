import { describe, expect, it } from "vitest";
import { stages, stageSettings } from "../../infra/stages.ts";

describe("stage settings", () => {
  it.each(Object.keys(stages))("of %s are complete", (stage) => {
    expect(() => stageSettings(stage)).not.toThrow();
  });

  it("of an unknown stage fail with the names of all stages", () => {
    expect(() => stageSettings("staging")).toThrow(
      'Unknown stage "staging": infra/stages.ts has local, dev, prod.',
    );
    expect(() => stageSettings("constructor")).toThrow("Unknown stage");
  });

  it("fail with the names of all that are missing or wrong", () => {
    const { mailSender: _, ...incomplete } = {
      ...stages["dev"],
      alarmEmail: "nobody",
      consumerAccounts: ["12"],
    };
    const reading = () => stageSettings("trial", undefined, { trial: incomplete });
    expect(reading).toThrow(/mailSender:/);
    expect(reading).toThrow(/alarmEmail: Not an e-mail address/);
    expect(reading).toThrow(/consumerAccounts\.0: Not an account number/);
  });

  it("with a domain need a hosted zone or a certificate", () => {
    const context = (name: string) => (name === "domain" ? "shop.example.org" : undefined);
    expect(() => stageSettings("dev", context)).toThrow(
      "domain: A domain needs hostedZone or certificateArn",
    );
  });

  it("can be overridden by the context", () => {
    const context = (name: string) => (name === "alarmEmail" ? "me@example.org" : undefined);
    expect(stageSettings("dev", context).alarmEmail).toBe("me@example.org");
  });

  it("can have a secret's version from the context, which is checked", () => {
    const withVersion = (version: string) =>
      stageSettings("dev", (name) => (name === "originSecretVersion" ? version : undefined));
    const version = "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE";
    expect(withVersion(version).originSecretVersion).toBe(version);
    expect(() => withVersion("latest")).toThrow("originSecretVersion: Not a secret's VersionId");
  });

  it("may not reserve more concurrency than an account has", () => {
    const wanted = (count: number) => () =>
      stageSettings("trial", undefined, {
        trial: { ...stages["dev"], reservedConcurrency: { "checkout-api": 600, "catalog-api": count } },
      });
    expect(wanted(300)).not.toThrow();
    expect(wanted(301)).toThrow("reservedConcurrency: At most 900 in all");
    expect(wanted(1)).toThrow("reservedConcurrency.catalog-api: SQS takes 2 at least");
  });
});
