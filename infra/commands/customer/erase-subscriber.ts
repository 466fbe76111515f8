import { deleteSubscriber } from "../../../lambdas/news/subscriber-table.ts";

/** Removes an address from the list of people who agreed to news, also if no order has the address. */
export const eraseSubscriber = (email: string): Promise<void> => deleteSubscriber(email);
