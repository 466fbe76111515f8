import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AccountRecovery, CfnUserPoolGroup, Mfa, UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { acknowledge } from "./acknowledge.ts";
import { allowed, type Use } from "./function.ts";
import type { StageSettings } from "./stages.ts";

/** Members of this group run the shop; being signed in is not enough. */
const ADMIN_GROUP = "admin";

/** Who may sign in. Accounts are made by operations: nobody signs up by themselves. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, { retainData }: StageSettings) {
    super(scope, id);
    this.pool = new UserPool(this, "Pool", {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userInvitation: {
        emailSubject: `Your account in the ${brand.name} back office`,
        emailBody: `You may now sign in as {username} with the temporary password {####}. It is good for three days.`,
      },
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.pool, {
      "AwsSolutions-COG2": "Each admin may turn on a second factor; a shop of two people decides for itself.",
      "AwsSolutions-COG8":
        "Plus is paid for each user; nobody signs up here, and passwords are long and never sent (SRP).",
    });
    new CfnUserPoolGroup(this, "Admins", {
      userPoolId: this.pool.userPoolId,
      groupName: ADMIN_GROUP,
      description: "May see and change products and orders",
    });
    this.client = new UserPoolClient(this, "Web", {
      userPool: this.pool,
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userSrp: true },
      // The same answer for a wrong password and for an address that has no account.
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    });
  }

  /** The pool's id, and permission to ask for a user's groups, which a token shows as they were when it was issued. */
  readGroups(): Use {
    return allowed(this.pool.userPoolId, {
      actions: ["cognito-idp:AdminListGroupsForUser"],
      resources: [this.pool.userPoolArn],
    });
  }
}
