import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env } from "../lambdas/contact-api.ts";
import { createShopFunction, plainVariable, type CommonProps } from "./function.ts";
import type { Mail } from "./mail.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type ContactFormProps = CommonProps & {
  mail: Mail;
  table: ShopTable;
  originSecret: ShopSecret;
  siteOrigin: string;
};

/** The function that mails messages of the contact form to the team, and a confirmation to the visitor. */
export class ContactForm extends Construct {
  readonly contactApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { mail, table, originSecret, siteOrigin, ...common }: ContactFormProps,
  ) {
    super(scope, id);
    const { teamEmail, limits } = common.settings;
    this.contactApi = createShopFunction<Env>(this, "contact-api", {
      ...common,
      environment: {
        // UpdateItem counts requests. GetItem reads whether an address is undeliverable.
        TABLE_NAME: table.nameWithAccess({ GetItem: ["MAILBOX#"], UpdateItem: ["LIMIT#"] }),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        MAIL_SENDER: mail.senderWithAccess(),
        TEAM_EMAIL: plainVariable(teamEmail),
        CONFIGURATION_SET: mail.configurationSetWithAccess(),
        TEAM_CONFIGURATION_SET: mail.teamConfigurationSetWithAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        LIMITS: plainVariable(JSON.stringify(limits)),
      },
      timeout: Duration.seconds(20),
    });
  }
}
