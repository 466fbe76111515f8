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
import { DOOR_PATH } from "../shared/tickets/door-path.ts";
import { suppressFindings } from "./suppress-findings.ts";
import { type EnvBinding, withPermissions } from "./function.ts";
import type { StageSettings } from "./stage-settings.ts";

/** The groups, and what their members may do. The group `door` exists only in a stage with tickets. */
const GROUPS = {
  admin: "May see and change products and orders",
  door: "May read the lists of events and let people in",
} as const;

/**
 * The Cognito user pool of the back office and the door. Operators create the accounts of admins, and admins those of the
 * door staff. Visitors cannot sign up.
 */
export class AdminSignIn extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(
    scope: Construct,
    id: string,
    { retainData, requireSecondFactor, firstDeployment, tickets }: StageSettings,
  ) {
    super(scope, id);
    this.pool = new UserPool(this, "Pool", {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // By default users can change their address, with the access token, to one that they do not own and that has no account.
      // If its owner were then invited, the group of the invitation would be given to that user.
      keepOriginal: { email: true },
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
    this.addGroup("Admins", "admin");
    if (tickets) this.addGroup("DoorStaff", "door");
    this.client = new UserPoolClient(this, "Web", {
      userPool: this.pool,
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userSrp: true },
      // Cognito then gives the same answer for a wrong password and for an address without an account.
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // The most that Cognito allows. At their first sign-in, users of a shop that requires a second factor have to install an
      // authenticator app first, and most need more than Cognito's three minutes.
      authSessionValidity: Duration.minutes(15),
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(7),
    });
  }

  private addGroup(id: string, groupName: keyof typeof GROUPS): void {
    new CfnUserPoolGroup(this, id, {
      userPoolId: this.pool.userPoolId,
      groupName,
      description: GROUPS[groupName],
    });
  }

  /**
   * Sets the text of the invitation mail, which names the addresses of the sign-in pages. `origin`: the shop's URL. Cognito
   * requires the placeholder `{username}`. In a pool whose users sign in with their address, the name may be a UUID. So the
   * mail shows the name only at the end.
   * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-message-customizations.html
   */
  setInvitationMail(origin: string, hasDoor: boolean): void {
    const { pool } = this;
    if (!(pool.node.defaultChild instanceof CfnUserPool))
      throw new Error("The pool must be one of this stack.");
    pool.node.defaultChild.addPropertyOverride("AdminCreateUserConfig.InviteMessageTemplate", {
      EmailSubject: hasDoor
        ? `Your account at ${brand.name}`
        : `Your account in the ${brand.name} back office`,
      EmailMessage:
        (hasDoor ? `To let guests in, sign in at ${origin}${DOOR_PATH}` : `Sign in at ${origin}/admin`) +
        // No period follows the password, because a reader could take it for a part of the password.
        " with your email address and the temporary password {####} within three days." +
        (hasDoor ? ` Admins sign in at ${origin}/admin.` : "") +
        " (Account: {username})",
    });
  }

  /** The pool's id, and permission to read a user's current groups, because the groups in a token may be outdated. */
  poolIdWithGroupReadAccess(): EnvBinding {
    return withPermissions(this.pool.userPoolId, {
      actions: ["cognito-idp:AdminListGroupsForUser"],
      resources: [this.pool.userPoolArn],
    });
  }

  /**
   * The pool's id, and permission to invite people and to change their groups. IAM cannot limit the permission to one
   * group, so the function itself changes only the group of the door staff.
   */
  poolIdWithStaffAccess(): EnvBinding {
    return withPermissions(this.pool.userPoolId, {
      actions: [
        "cognito-idp:AdminAddUserToGroup",
        "cognito-idp:AdminCreateUser",
        "cognito-idp:AdminListGroupsForUser",
        "cognito-idp:AdminRemoveUserFromGroup",
        "cognito-idp:AdminUserGlobalSignOut",
        "cognito-idp:ListUsersInGroup",
      ],
      resources: [this.pool.userPoolArn],
    });
  }
}
