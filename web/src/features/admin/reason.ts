import { messages } from "../../../../shared/messages.ts";
import { ApiError } from "../../api-error.ts";

/** Why a call failed, in words for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : messages.internal;
