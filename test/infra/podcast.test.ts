import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { StageSettings } from "../../infra/stage-settings.ts";
import { exampleStages } from "../../infra/example-stages.ts";
import { resources, stageTemplate } from "./stage-templates.ts";

const [dev, prod, local, custom] = [
  await stageTemplate("dev"),
  await stageTemplate("prod"),
  await stageTemplate("local"),
  await stageTemplate("custom"),
];
type Template = typeof dev;

const policyOf = (template: Template, comment: string) => {
  const Policy = z.object({
    ResponseHeadersPolicyConfig: z.object({
      Comment: z.string(),
      SecurityHeadersConfig: z.unknown(),
    }),
  });
  const headersPolicy = resources(template, "AWS::CloudFront::ResponseHeadersPolicy", Policy).find(
    ({ properties }) => properties.ResponseHeadersPolicyConfig.Comment === comment,
  );
  return JSON.stringify(headersPolicy?.properties);
};
const behaviorsOf = (template: Template) => {
  const Distribution = z.object({
    DistributionConfig: z.object({ CacheBehaviors: z.array(z.object({ PathPattern: z.string() })) }),
  });
  return resources(template, "AWS::CloudFront::Distribution", Distribution).flatMap(({ properties }) =>
    properties.DistributionConfig.CacheBehaviors.map(({ PathPattern }) => PathPattern),
  );
};

describe("a stage without a podcast", () => {
  it.each([
    ["dev", dev],
    ["prod", prod],
  ])("has no function, schedule, path at the edge or permission for episodes: %s", (_, template) => {
    const text = JSON.stringify(template.toJSON());
    expect(text).not.toMatch(/read-feed|rate\(15 minutes\)|"EPISODE\*"/);
    expect(behaviorsOf(template).filter((path) => /podcast|episodes/.test(path))).toEqual([]);
    expect(policyOf(template, "Pages and API")).not.toContain("media-src");
    template.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: Match.stringLikeRegexp("-catalog-api$"),
      Environment: { Variables: Match.objectLike({ PODCAST: "off" }) },
    });
  });
});

describe("a stage with a podcast", () => {
  it("reads the feed every 15 minutes, by a function that may touch only episodes in the table", () => {
    custom.hasResourceProperties("AWS::Scheduler::Schedule", { ScheduleExpression: "rate(15 minutes)" });
    custom.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: Match.stringLikeRegexp("-read-feed$"),
      Environment: {
        Variables: Match.objectLike({
          FEED_URL: "https://feeds.example.org/show.xml",
          MEDIA_ORIGINS: JSON.stringify([
            "https://shop.example.org",
            "https://media.example.org",
            "https://*.cdn.example.org",
          ]),
        }),
      },
    });
    const Policy = z.object({
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Action: z.unknown(), Condition: z.optional(z.unknown()) })),
      }),
    });
    const statements = resources(custom, "AWS::IAM::Policy", Policy)
      .filter(({ id }) => /^PodcastReadFeedRole/.test(id))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action).includes("dynamodb:"));
    expect(statements.length).toBeGreaterThan(0);
    for (const { Condition } of statements)
      expect(Condition).toEqual({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["EPISODE*"] } });
  });

  it("lets pages play media only from the origins in its settings, and lets the page of the door play none", () => {
    const policy = policyOf(custom, "Pages and API");
    expect(policy).toContain("media-src 'self' https://media.example.org https://*.cdn.example.org;");
    expect(policyOf(local, "Pages and API")).toContain("media-src 'self';");
    expect(policyOf(custom, "The page of the door")).not.toContain("media-src");
  });

  it("has its own cache behaviors for the podcast's pages and for the API's lists of episodes", () => {
    expect(behaviorsOf(custom)).toEqual(
      expect.arrayContaining(["/podcast", "/podcast/ep_*", "/api/episodes", "/api/episodes/*"]),
    );
  });
});

describe("the settings of a podcast", () => {
  const parse = (podcast: unknown) => StageSettings.safeParse({ ...exampleStages.dev, podcast }).success;
  it.each([
    ["https://feeds.example.org/show.xml", ["https://media.example.org"], true],
    ["/feed.xml", [], true],
    ["http://feeds.example.org/show.xml", [], false],
    ["//feeds.example.org/show.xml", [], false],
    ["https://feeds.example.org/x", ["http://media.example.org"], false],
    ["https://feeds.example.org/x", ["https://media.example.org/path"], false],
    ["https://feeds.example.org/x", ["*"], false],
    ["https://feeds.example.org/x", ["https://a.example.org; script-src *"], false],
  ])("with the feed %s and media from %j are accepted: %s", (feed, mediaOrigins, accepted) => {
    expect(parse({ feed, mediaOrigins })).toBe(accepted);
  });
});
