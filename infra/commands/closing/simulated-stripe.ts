import type Stripe from "stripe";
import { serverAt } from "../../../lambdas/lib/stripe.ts";
import { stripeClient } from "../stripe-client.ts";

/** The simulator accepts any test key. */
const SIMULATOR_KEY = "sk_test_simulator";

/** A client of the simulator of Stripe that runs in a local shop at `url`. */
export const simulatedStripe = (url: string): Stripe => stripeClient(SIMULATOR_KEY, serverAt(url));
