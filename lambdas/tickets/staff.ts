import { apiMessages } from "../../shared/api-messages.ts";
import type { StaffMember, staffApi } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { addMember, readGroups, inviteUser, listMembers, removeMember, signOutUser } from "./door-group.ts";
import { readLatestStaffChanges, putStaffChange } from "./staff-table.ts";

type StaffList = Output<typeof staffApi.listStaff>;

/** The email address in lower case, so that the log has one spelling. Cognito ignores case. */
const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * The door staff, and the latest changes in the log. `since`: the time of the latest invitation among these changes, or else of
 * the creation of the account.
 */
export async function listStaff(userPoolId: string): Promise<StaffList> {
  const [members, changes] = await Promise.all([listMembers(userPoolId), readLatestStaffChanges()]);
  const staff = members.map((member) => {
    const invitation = changes.find(({ email, what }) => what === "invited" && email === member.email);
    return invitation ? { ...member, since: invitation.at } : member;
  });
  return { staff, changes };
}

/**
 * Invites a person as door staff. A user who exists in the pool keeps the account, and gets the invitation mail again only if
 * the user has never signed in. Throws 409 for an admin. The log entry is written first, so that the log never lacks a change;
 * after a failure it may have an entry without a change.
 */
export async function inviteStaff(
  userPoolId: string,
  address: string,
  { by, now }: { by: string; now: Date },
): Promise<StaffMember> {
  const email = normalizeEmail(address);
  const groups = await readGroups(userPoolId, email);
  if (groups?.includes("admin")) throw conflict(apiMessages.staffIsAdmin);
  const at = now.toISOString();
  await putStaffChange({ at, by, email, what: "invited" });
  const state = await inviteUser(userPoolId, email, groups === undefined);
  await addMember(userPoolId, email);
  return { email, state, since: at };
}

/**
 * Removes a person from the door staff. Throws 404 for others. An admin who is also in the group stays signed in. The sessions end
 * before the removal, so that a repetition finishes an interrupted removal.
 */
export async function removeStaff(
  userPoolId: string,
  address: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const email = normalizeEmail(address);
  const groups = await readGroups(userPoolId, email);
  if (!groups?.includes("door")) throw notFound();
  await putStaffChange({ at: now.toISOString(), by, email, what: "removed" });
  if (!groups.includes("admin")) await signOutUser(userPoolId, email);
  await removeMember(userPoolId, email);
}
