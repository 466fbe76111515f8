/**
 * The start of the names of all stacks and functions in AWS: at most 24 lower-case letters, digits and hyphens. Do not change it
 * after a deployment, because another name is another stack.
 */
export const awsNameStart = "bourbon-vipers";
