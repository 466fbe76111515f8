import { describe, expect, it } from "vitest";
import { stages, stageSettings } from "../../infra/stages.ts";

describe("stage settings", () => {
  it.each(Object.keys(stages))("of %s are complete", (stage) => {
    expect(() => stageSettings(stage)).not.toThrow();
  });

  it("of a stage that does not exist name those that do", () => {
    expect(() => stageSettings("staging")).toThrow(
      'Unknown stage "staging": infra/stages.ts has local, dev, prod.',
    );
    expect(() => stageSettings("constructor")).toThrow("Unknown stage");
  });

  it("that are missing or wrong are all named", () => {
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

  it("with a domain need a way to its certificate", () => {
    const context = (name: string) => (name === "domain" ? "shop.example.org" : undefined);
    expect(() => stageSettings("dev", context)).toThrow(
      "domain: A domain needs hostedZone or certificateArn",
    );
  });

  it("take addresses from the context", () => {
    const context = (name: string) => (name === "alarmEmail" ? "me@example.org" : undefined);
    expect(stageSettings("dev", context).alarmEmail).toBe("me@example.org");
  });

  it("take a secret's version from the context, and refuse what cannot be one", () => {
    const withVersion = (version: string) =>
      stageSettings("dev", (name) => (name === "originSecretVersion" ? version : undefined));
    const version = "EXAMPLE1-90ab-cdef-fedc-ba987EXAMPLE";
    expect(withVersion(version).originSecretVersion).toBe(version);
    expect(() => withVersion("latest")).toThrow("originSecretVersion: Not a secret's VersionId");
  });

  it("reserve no more concurrency than an account can", () => {
    const wanted = (count: number) => () =>
      stageSettings("trial", undefined, {
        trial: { ...stages["dev"], reservedConcurrency: { "checkout-api": 600, "catalog-api": count } },
      });
    expect(wanted(300)).not.toThrow();
    expect(wanted(301)).toThrow("reservedConcurrency: At most 900 in all");
    expect(wanted(1)).toThrow("reservedConcurrency.catalog-api: SQS takes 2 at least");
  });
});
