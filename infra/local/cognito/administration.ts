import * as z from "zod/mini";
import { putUser, type User } from "./directory.ts";
import { AwsError } from "../util/aws-json.ts";
import { unknownUser } from "./errors.ts";
import { requireStrongPassword, type Operations, type Pool } from "./pool.ts";

const createInput = z.object({
  Username: z.email(),
  TemporaryPassword: z.optional(z.string()),
  MessageAction: z.optional(z.literal("RESEND")),
  UserAttributes: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
  DesiredDeliveryMediums: z._default(z.array(z.string()), ["SMS"]),
});
const usernameInput = z.object({ Username: z.string() });
const passwordInput = z.extend(usernameInput, { Password: z.string(), Permanent: z.optional(z.boolean()) });
const groupInput = z.extend(usernameInput, { GroupName: z.string() });

/** Operations that need AWS credentials. Web pages do not have such credentials. */
export const administrationOperations: Operations = {
  /** Adds a user, or invites a user again (RESEND). Mails the temporary password if `DesiredDeliveryMediums` names EMAIL. */
  AdminCreateUser(pool, input) {
    const parsed = createInput.parse(input);
    const { Username, TemporaryPassword: password = "Temporary-1!", UserAttributes } = parsed;
    const existingUser = pool.directory.findByEmail(Username);
    if (existingUser && !parsed.MessageAction)
      throw new AwsError("UsernameExistsException", "User account already exists");
    if (existingUser?.status === "CONFIRMED")
      throw new AwsError("UnsupportedUserStateException", "Resend not possible");
    requireStrongPassword(password);
    const emailVerified =
      existingUser?.emailVerified ??
      UserAttributes.some(({ Name, Value }) => Name === "email_verified" && Value === "true");
    const user = putUser(pool, { email: Username, password, isPasswordTemporary: true, emailVerified });
    if (parsed.DesiredDeliveryMediums.includes("EMAIL"))
      pool.sendMail({ to: user.email, ...fillInvitation(pool.invitation, user.email, password) });
    return { User: { Username: user.username, Enabled: true, UserStatus: user.status } };
  },

  AdminSetUserPassword(pool, input) {
    const { Password: password, Permanent } = passwordInput.parse(input);
    const { email } = userOf(pool, input);
    requireStrongPassword(password);
    putUser(pool, { email, password, isPasswordTemporary: Permanent !== true });
  },

  AdminAddUserToGroup: (pool, input) =>
    changeGroups(pool, input, (groups, name) => [...new Set([...groups, name])]),
  AdminRemoveUserFromGroup: (pool, input) =>
    changeGroups(pool, input, (groups, name) => groups.filter((group) => group !== name)),

  ListUsersInGroup(pool, input) {
    const { GroupName } = z.pick(groupInput, { GroupName: true }).parse(input);
    const members = pool.directory.users.all().filter(({ groups }) => groups.includes(GroupName));
    const toUser = ({ username, email, status, createdAt, disabled }: User) => ({
      Username: username,
      UserStatus: status,
      UserCreateDate: createdAt / 1_000,
      Enabled: !disabled,
      Attributes: [{ Name: "email", Value: email }],
    });
    return { Users: members.map(toUser) };
  },

  /** The user's current groups. A token lists the groups that the user had when it was issued. */
  AdminListGroupsForUser(pool, input) {
    const { groups } = userOf(pool, input);
    return { Groups: groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })) };
  },

  AdminDisableUser(pool, input) {
    const user = userOf(pool, input);
    pool.tokens.revokeAll(user);
    pool.directory.save({ ...user, disabled: true });
  },

  AdminEnableUser(pool, input) {
    pool.directory.save({ ...userOf(pool, input), disabled: false });
  },

  /** If the pool requires an authenticator app, the next sign-in asks the user to set up a new one. */
  AdminDeleteSoftwareToken(pool, input) {
    const { totp: _, ...user } = userOf(pool, input);
    pool.directory.save(user);
  },

  AdminDeleteUser(pool, input) {
    const user = userOf(pool, input);
    pool.tokens.revokeAll(user);
    pool.directory.journal.commit(pool.directory.users.deleteWrite(user.username));
  },

  AdminUserGlobalSignOut: (pool, input) => pool.tokens.revokeAll(userOf(pool, input)),
};

function changeGroups(
  pool: Pool,
  input: unknown,
  change: (groups: string[], name: string) => string[],
): void {
  const user = userOf(pool, input);
  pool.directory.save({ ...user, groups: change(user.groups, groupInput.parse(input).GroupName) });
}

function userOf(pool: Pool, input: unknown): User {
  const { Username: name } = usernameInput.parse(input);
  const user = pool.directory.findByEmail(name) ?? pool.directory.users.get(name);
  if (!user) throw unknownUser();
  return user;
}

const fillInvitation = ({ subject, text }: Pool["invitation"], email: string, password: string) => ({
  subject,
  text: text.replaceAll("{username}", email).replaceAll("{####}", password),
});
