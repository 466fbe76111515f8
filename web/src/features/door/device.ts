import * as z from "zod/mini";
import { adminStorage } from "../../../../shared/admin-storage.ts";
import { storedValue } from "../../stored-value.ts";

const Device = z.object({ deviceId: z.string(), door: z.string() });
const stored = storedValue(adminStorage.doorDevice, Device, () => window.localStorage);

const DEFAULT_DOOR = "Front door";

/** This browser as the shop knows it. Its id and the door's name outlast sign-outs and events. */
export function readDevice(): z.infer<typeof Device> {
  const known = stored.read();
  if (known) return known;
  const device = { deviceId: crypto.randomUUID(), door: DEFAULT_DOOR };
  stored.write(device);
  return device;
}

export const nameDoor = (door: string): void => stored.write({ ...readDevice(), door });
