import type { MiddlewareObj } from "@middy/core";
import { apiMessages } from "../../shared/api-messages.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { AppError } from "./errors.ts";
import { isSameSecret } from "./ids.ts";
import { log } from "./log.ts";
import { readSecret, readSecretVersions } from "./secrets.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** CloudFront adds this header. A request without it bypassed CloudFront and its limits. */
const HEADER = "x-origin-secret";

/**
 * Throws 403 for a request without a valid secret: it bypassed CloudFront, or CloudFront has a wrong secret. The previous
 * secret stays valid for a day after a rotation.
 */
export const edgeOnly = (secretArn: string): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: async ({ event }) => {
    const header = event.headers[HEADER];
    const matchesHeader = (value: string) => isSameSecret(value, header ?? "");
    if (matchesHeader(await readSecret(secretArn))) return;
    const { newest, previous, rotatedAt } = await readSecretVersions(secretArn);
    if (matchesHeader(newest)) return;
    if (previous !== undefined && matchesHeader(previous)) {
      if (Date.now() - rotatedAt > DEPLOYMENT_MS)
        log.error("CloudFront still sends the previous edge secret, which is valid for a day", {
          ...alarmField("secret"),
          secret: "edge",
        });
      return;
    }
    // A request without the header did not come from CloudFront, so it is no sign of a wrong secret at CloudFront.
    if (header !== undefined)
      log.error("The edge secret is wrong", { ...alarmField("secret"), secret: "edge" });
    throw new AppError(403, apiMessages.edgeOnly);
  },
});

/** After a rotation, the new secret must be deployed to CloudFront within this time. */
const DEPLOYMENT_MS = 3_600_000;
