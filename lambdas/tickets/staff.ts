import { apiMessages } from "../../shared/api-messages.ts";
import type { StaffMember, staffApi } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { addMember, groupsOf, inviteUser, listMembers, removeMember, signOutUser } from "./door-group.ts";
import { latestStaffChanges, putStaffChange } from "./staff-table.ts";

type StaffList = Output<typeof staffApi.listStaff>;

/** Cognito compares addresses in any spelling; one spelling keeps the log readable. */
const addressOf = (email: string): string => email.trim().toLowerCase();

/** The people at the door, since the last invitation that the log has, and the latest changes. */
export async function listStaff(pool: string): Promise<StaffList> {
  const [members, changes] = await Promise.all([listMembers(pool), latestStaffChanges()]);
  const staff = members.map((member) => {
    const invited = changes.find(({ email, what }) => what === "invited" && email === member.email);
    return invited ? { ...member, since: invited.at } : member;
  });
  return { staff, changes };
}

/**
 * Invites a person to the door. A user of the pool is only added to the group. Throws 409 for an admin. The log is written
 * first: after a failure it may have an entry too many, but no change is missing.
 */
export async function inviteStaff(
  pool: string,
  address: string,
  { by, now }: { by: string; now: Date },
): Promise<StaffMember> {
  const email = addressOf(address);
  const groups = await groupsOf(pool, email);
  if (groups?.includes("admin")) throw conflict(apiMessages.staffIsAdmin);
  const at = now.toISOString();
  await putStaffChange({ at, by, email, what: "invited" });
  const state = await inviteUser(pool, email, groups === undefined);
  await addMember(pool, email);
  return { email, state, since: at };
}

/** Removes a person from the door. An admin who is in the group too stays signed in. Throws 404. */
export async function removeStaff(
  pool: string,
  address: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const email = addressOf(address);
  const groups = await groupsOf(pool, email);
  if (!groups?.includes("door")) throw notFound();
  await putStaffChange({ at: now.toISOString(), by, email, what: "removed" });
  await removeMember(pool, email);
  if (!groups.includes("admin")) await signOutUser(pool, email);
}
