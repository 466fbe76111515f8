import { fetchMFAPreference, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from "aws-amplify/auth";
import { brand } from "../../../../../shared/site/brand.ts";

/** Whether this account asks for an app's code at sign-in. */
export async function usesApp(): Promise<boolean> {
  const { enabled = [] } = await fetchMFAPreference();
  return enabled.includes("TOTP");
}

/** A secret to share with an authenticator app: as text, and as the address that apps read. Of no effect until `turnOn`. */
export async function newSecret(email: string): Promise<{ secret: string; address: string }> {
  const details = await setUpTOTP();
  return { secret: details.sharedSecret, address: details.getSetupUri(brand.name, email).href };
}

/** From now on a code is asked for. Throws when `code` is not one that the app shows now. */
export async function turnOn(code: string): Promise<void> {
  await verifyTOTPSetup({ code });
  await updateMFAPreference({ totp: "PREFERRED" });
}

export const turnOff = (): Promise<void> => updateMFAPreference({ totp: "DISABLED" });
