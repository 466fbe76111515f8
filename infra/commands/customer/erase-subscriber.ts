import { deleteSubscriber } from "../../../lambdas/newsletter/subscriber-table.ts";

/** Removes an address from the list of subscribers, also if no order has the address. */
export const eraseSubscriber = (email: string): Promise<void> => deleteSubscriber(email);
