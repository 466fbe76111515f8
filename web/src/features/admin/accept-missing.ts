import { ApiError } from "../../api-error.ts";

/** For `catch` after a deletion: 404 counts as success, because the thing is gone since the list was loaded. Throws other errors. */
export function acceptMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
