import { staffApi } from "../../../../../shared/api-tickets.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";

/** Removes a person from the door staff. 404 counts as success, because the person was removed since the list was loaded. */
export const removeStaff = (email: string): Promise<void> =>
  adminCall(staffApi.removeStaff, { body: { email } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
