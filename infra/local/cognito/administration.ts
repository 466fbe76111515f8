import * as z from "zod/mini";
import { attributesOf } from "./account.ts";
import { putUser, type User } from "./directory.ts";
import { CognitoFault, unknownUser } from "./fault.ts";
import { requireStrong, type Pool } from "./pool.ts";

const attribute = z.object({ Name: z.string(), Value: z.string() });
const create = z.object({
  Username: z.email(),
  TemporaryPassword: z.optional(z.string()),
  UserAttributes: z.optional(z.array(attribute)),
});
const setPassword = z.object({
  Username: z.string(),
  Password: z.string(),
  Permanent: z.optional(z.boolean()),
});
const username = z.object({ Username: z.string() });
const group = z.object({ ...username.shape, GroupName: z.string() });

/** AdminCreateUser, as operations call it with the AWS CLI: the user must choose another password at first. */
export function adminCreateUser(pool: Pool, input: unknown): unknown {
  const { Username, TemporaryPassword: password = "Temporary-1!" } = create.parse(input);
  if (pool.directory.byEmail(Username)) {
    throw new CognitoFault("UsernameExistsException", "User account already exists");
  }
  requireStrong(password);
  const user = putUser(pool.directory, pool.name, { email: Username, password, temporary: true }, pool.now());
  const created = Math.floor(user.createdAt / 1_000);
  return {
    User: {
      Username: user.username,
      Attributes: attributesOf(user),
      Enabled: true,
      UserStatus: user.status,
      UserCreateDate: created,
      UserLastModifiedDate: created,
    },
  };
}

export function adminSetUserPassword(pool: Pool, input: unknown): unknown {
  const { Username, Password, Permanent } = setPassword.parse(input);
  const { email } = known(pool, Username);
  requireStrong(Password);
  putUser(
    pool.directory,
    pool.name,
    { email, password: Password, temporary: Permanent !== true },
    pool.now(),
  );
  return {};
}

export function adminAddUserToGroup(pool: Pool, input: unknown): unknown {
  const { Username, GroupName } = group.parse(input);
  const user = known(pool, Username);
  return put(pool, { ...user, groups: [...new Set([...user.groups, GroupName])] });
}

export function adminRemoveUserFromGroup(pool: Pool, input: unknown): unknown {
  const { Username, GroupName } = group.parse(input);
  const user = known(pool, Username);
  return put(pool, { ...user, groups: user.groups.filter((name) => name !== GroupName) });
}

/** AdminListGroupsForUser: tokens keep the groups of when they were issued, this knows those of now. */
export function adminListGroupsForUser(pool: Pool, input: unknown): unknown {
  const user = known(pool, username.parse(input).Username);
  return { Groups: user.groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })) };
}

/** AdminDisableUser: ends the user's sessions as well. */
export function adminDisableUser(pool: Pool, input: unknown): unknown {
  const user = known(pool, username.parse(input).Username);
  pool.tokens.revokeAll(user);
  return put(pool, { ...user, disabled: true });
}

export function adminEnableUser(pool: Pool, input: unknown): unknown {
  return put(pool, { ...known(pool, username.parse(input).Username), disabled: false });
}

export function adminDeleteUser(pool: Pool, input: unknown): unknown {
  const user = known(pool, username.parse(input).Username);
  pool.tokens.revokeAll(user);
  pool.directory.journal.commit(pool.directory.users.drop(user.username));
  return {};
}

/** AdminUserGlobalSignOut: ends every session of a user. */
export function adminUserGlobalSignOut(pool: Pool, input: unknown): unknown {
  pool.tokens.revokeAll(known(pool, username.parse(input).Username));
  return {};
}

function put(pool: Pool, user: User): unknown {
  pool.directory.journal.commit(pool.directory.users.put(user.username, user));
  return {};
}

function known(pool: Pool, name: string): User {
  const user = pool.directory.byEmail(name) ?? pool.directory.users.get(name);
  if (!user) throw unknownUser();
  return user;
}
