// Runs npm for the bootstrap.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The PATH without its entries inside `folder`. @param {string} folder */
const pathWithout = (folder) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.startsWith(folder))
    .join(delimiter);

/**
 * Run npm in `root`; true if npm succeeded. npm runs on the machine's own Node, because `npm ci` deletes
 * node_modules and the Node in it.
 * @param {string} root folder of the repository @param {string[]} args
 */
export function runNpm(root, args) {
  const modules = join(root, "node_modules");
  const quietArgs = [...args, "--no-audit", "--no-fund", "--loglevel=error"];
  const env = { ...process.env, PATH: pathWithout(modules) };
  const npm = process.env.npm_execpath;
  const node = process.execPath.startsWith(modules) ? "node" : process.execPath;
  const result = npm?.endsWith(".js")
    ? spawnSync(node, [npm, ...quietArgs], { cwd: root, stdio: "inherit", env })
    : spawnSync("npm", quietArgs, { cwd: root, stdio: "inherit", env });
  return result.status === 0;
}
