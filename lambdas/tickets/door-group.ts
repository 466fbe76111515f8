/** The members of the group `door` in the user pool. Cognito accepts the email address as `Username`. */
import * as z from "zod/mini";
import type { StaffMember } from "../../shared/api-tickets.ts";
import { callUserPoolApi, CognitoRefusal } from "../lib/cognito.ts";
import { AppError, unavailable } from "../lib/errors.ts";

const GROUP = "door";
const PAGE_SIZE = 60;
/** The most pages of members that are read. A shop's team needs fewer pages. */
const MAX_PAGES = 20;
const UNUSED_ANSWER = z.unknown();
const RETRY_AFTER_SECONDS = 5;
/**
 * Cognito's error when the AWS account has no mail left today. Cognito's own sender has 50 a day, and AWS does not increase
 * this limit.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
 */
const NO_MAIL_LEFT = "LimitExceededException";

const Groups = z.object({ Groups: z.array(z.object({ GroupName: z.string() })) });
const Users = z.object({
  Users: z.array(
    z.object({
      Attributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
      /** In seconds since 1970. */
      UserCreateDate: z.number(),
      UserStatus: z.string(),
    }),
  ),
  NextToken: z.optional(z.string()),
});

const signedCall = { isSigned: true } as const;

/**
 * Calls Cognito. Returns the answer, or the name of an error in `expectedErrors`. Throws 400 for an email address
 * (`Username`) that Cognito does not accept, and 503 for other errors. The 503 has a message of its own if Cognito sends no
 * more mails today.
 */
async function callCognito<S extends z.core.$ZodType>(
  operation: string,
  input: Record<string, unknown>,
  output: S,
  expectedErrors: readonly string[] = [],
): Promise<{ answer: z.infer<S> } | { refusal: string }> {
  try {
    return { answer: await callUserPoolApi(operation, input, output, signedCall) };
  } catch (error) {
    if (!(error instanceof CognitoRefusal)) throw error;
    if (expectedErrors.includes(error.type)) return { refusal: error.type };
    if (error.type === NO_MAIL_LEFT)
      throw new AppError(503, "No more invitations can be mailed today. Please try again tomorrow.", {
        cause: error,
      });
    throw error.type === "InvalidParameterException" && "Username" in input
      ? new AppError(400, "This email address is not accepted.", { cause: error })
      : unavailable(error, RETRY_AFTER_SECONDS);
  }
}

/** The user's groups; undefined if there is no such user. */
export async function readGroups(UserPoolId: string, Username: string): Promise<string[] | undefined> {
  const response = await callCognito(
    "AdminListGroupsForUser",
    { UserPoolId, Username, Limit: PAGE_SIZE },
    Groups,
    ["UserNotFoundException"],
  );
  return "answer" in response ? response.answer.Groups.map(({ GroupName }) => GroupName) : undefined;
}

/** The members, sorted by email address: at most MAX_PAGES pages. Throws 503. */
export async function listMembers(UserPoolId: string): Promise<StaffMember[]> {
  const members: StaffMember[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES && (page === 0 || NextToken !== undefined); page += 1) {
    const input = { UserPoolId, GroupName: GROUP, Limit: PAGE_SIZE, ...(NextToken ? { NextToken } : {}) };
    const response = await callCognito("ListUsersInGroup", input, Users);
    if (!("answer" in response)) break;
    for (const { Attributes, UserCreateDate, UserStatus } of response.answer.Users)
      members.push({
        email: Attributes.find(({ Name }) => Name === "email")?.Value ?? "",
        state: UserStatus === "FORCE_CHANGE_PASSWORD" ? "invited" : "active",
        since: new Date(UserCreateDate * 1000).toISOString(),
      });
    ({ NextToken } = response.answer);
  }
  return members.sort((a, b) => (a.email < b.email ? -1 : 1));
}

/**
 * With `isNew`, creates an account, and Cognito mails the temporary password. Without `isNew`, a user who has never signed in
 * gets a mail with a new temporary password; the account of a user who has signed in is not changed, and the result is
 * "active". Throws 400 for an email address that Cognito does not accept, and 503.
 */
export async function inviteUser(
  UserPoolId: string,
  email: string,
  isNew: boolean,
): Promise<StaffMember["state"]> {
  const response = await callCognito(
    "AdminCreateUser",
    {
      UserPoolId,
      Username: email,
      DesiredDeliveryMediums: ["EMAIL"],
      ...(isNew
        ? {
            UserAttributes: [
              { Name: "email", Value: email },
              // Cognito mails codes for a forgotten password only to verified addresses.
              { Name: "email_verified", Value: "true" },
            ],
          }
        : { MessageAction: "RESEND" }),
    },
    UNUSED_ANSWER,
    isNew ? [] : ["UnsupportedUserStateException"],
  );
  return "refusal" in response ? "active" : "invited";
}

export async function addMember(UserPoolId: string, Username: string): Promise<void> {
  await callCognito("AdminAddUserToGroup", { UserPoolId, Username, GroupName: GROUP }, UNUSED_ANSWER);
}

export async function removeMember(UserPoolId: string, Username: string): Promise<void> {
  await callCognito("AdminRemoveUserFromGroup", { UserPoolId, Username, GroupName: GROUP }, UNUSED_ANSWER);
}

/** Ends the user's sessions on every device. */
export async function signOutUser(UserPoolId: string, Username: string): Promise<void> {
  await callCognito("AdminUserGlobalSignOut", { UserPoolId, Username }, UNUSED_ANSWER);
}
