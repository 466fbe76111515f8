import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolGroup,
  Mfa,
  UserPool,
  UserPoolClient,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { brand } from "../shared/site/brand.ts";
import { suppressFindings } from "./suppress-findings.ts";
import { type EnvBinding, withPermissions } from "./function.ts";
import type { StageSettings } from "./stages.ts";

/** Only members of this group may use the back office. */
const ADMIN_GROUP = "admin";

/** The Cognito user pool of the back office. Operators create its accounts; visitors cannot sign up. */
export class AdminSignIn extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(
    scope: Construct,
    id: string,
    { retainData, requireSecondFactor, firstDeployment }: StageSettings,
  ) {
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
      mfa: requireSecondFactor ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: retainData && !firstDeployment,
      removalPolicy: retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    suppressFindings(this.pool, {
      "AwsSolutions-COG2":
        "Each admin can turn on a second factor; a small shop decides whether to require it.",
      "AwsSolutions-COG8":
        "The Plus plan costs money for each user. Visitors cannot sign up, and SRP never sends the password.",
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
      // Cognito then gives the same answer for a wrong password and for an address without an account.
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    });
  }

  /** Set the text of the invitation mail, which names the address of the sign-in page. `origin`: the shop's URL. */
  setInvitationMail(origin: string): void {
    const { pool } = this;
    if (!(pool.node.defaultChild instanceof CfnUserPool))
      throw new Error("The pool must be one of this stack.");
    pool.node.defaultChild.addPropertyOverride("AdminCreateUserConfig.InviteMessageTemplate", {
      EmailSubject: `Your account in the ${brand.name} back office`,
      EmailMessage:
        `Sign in at ${origin}/admin as {username} with the temporary password {####}. ` +
        "It is valid for three days.",
    });
  }

  /** The pool's id, and permission to read a user's present groups: those in a token may be out of date. */
  groupReadAccess(): EnvBinding {
    return withPermissions(this.pool.userPoolId, {
      actions: ["cognito-idp:AdminListGroupsForUser"],
      resources: [this.pool.userPoolArn],
    });
  }
}
