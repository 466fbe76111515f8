import { messageOf } from "../util/errors.ts";
import { readBody, sendJson, urlOf } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";
import type { Runner } from "./runner.ts";

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Lambda's Invoke, for commands: https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function createLambdaApi(runner: Pick<Runner, "functions" | "invoke">): Handler {
  return async (req, res) => {
    const [, name = ""] = INVOKE.exec(urlOf(req).pathname) ?? [];
    if (req.method !== "POST" || !runner.functions.some((fn) => fn.name === name)) {
      const refusal = { Type: "User", Message: `Function not found: ${name}` };
      return sendJson(res, 404, refusal, { "x-amzn-errortype": "ResourceNotFoundException" });
    }
    const body = (await readBody(req)).toString("utf8");
    try {
      sendJson(res, 200, (await runner.invoke(name, JSON.parse(body))) ?? null);
    } catch (error) {
      sendJson(res, 200, { errorMessage: messageOf(error) }, { "x-amz-function-error": "Unhandled" });
    }
  };
}
