import {
  readStack,
  type Stack,
  type StackOptions,
  type Template,
} from "../../../infra/local/template/stack.ts";

/** A template of these resources, read as the local stack reads the shop's. */
export function stackOf(
  resources: Record<string, [type: string, properties?: Record<string, unknown>]>,
  parts: Omit<Template, "Resources"> = {},
  options: StackOptions = {},
): Stack {
  const Resources = Object.fromEntries(
    Object.entries(resources).map(([id, [Type, Properties = {}]]) => [id, { Type, Properties }]),
  );
  return readStack({ Resources, ...parts }, options);
}
