import * as z from "zod/mini";
import { adminStorage } from "../../../../shared/admin-storage.ts";
import { doorApi } from "../../../../shared/api-tickets.ts";
import { storedValue } from "../../stored-value.ts";

/** `door`: the name that the team gave this device's door. `cameraId`: the camera that was chosen last. */
const Device = z.object({ deviceId: z.string(), door: z.string(), cameraId: z.optional(z.string()) });
const storedDevice = storedValue(adminStorage.doorDevice, Device, () => window.localStorage);

/** This browser's id, door name ('' at first) and camera. They stay stored after a sign-out and after the event. */
export function readDevice(): z.infer<typeof Device> {
  const device = storedDevice.read();
  if (device) return device;
  const newDevice = { deviceId: crypto.randomUUID(), door: "" };
  storedDevice.write(newDevice);
  return newDevice;
}

/** The door's name. Without a stored name, a part of the device's id, because each check-in needs a name. */
export function nameOfDoor(): string {
  const { door, deviceId } = readDevice();
  return door || `Door ${deviceId.slice(0, 4).toUpperCase()}`;
}

/**
 * The reason why the shop would refuse the check-ins of a door with this name; undefined for a valid name. A pasted name
 * may contain invisible characters.
 */
export function doorNameError(doorName: string): string | undefined {
  if (doorName.trim() === "") return "Please name this door";
  const parsed = z.safeParse(doorApi.checkIn.body.shape.door, doorName);
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

export const storeDoorName = (doorName: string): void =>
  storedDevice.write({ ...readDevice(), door: doorName });

export function storeCamera(cameraId: string | undefined): void {
  const { cameraId: _, ...device } = readDevice();
  storedDevice.write(cameraId === undefined ? device : { ...device, cameraId });
}
