/**
 * The start of the names of all stacks and functions in AWS: a lower-case letter, then at most 23 lower-case letters, digits and
 * hyphens. Do not change it after a deployment, because another name is another stack.
 */
export const awsNameStart = "bourbon-vipers";
