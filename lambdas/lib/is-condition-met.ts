import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Whether a conditional write was made; false if its condition failed. */
export async function isConditionMet(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
