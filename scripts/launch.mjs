/**
 * Behind every npm script. Only this file is read by a Node of any age, so it keeps to syntax that all of them know;
 * the rest is for Node 18 and later.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 18) {
  process.stderr.write(
    `Sextant starts with Node 18 or later, but this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}

void import('./launch/commands.mjs').then(({ runCommand }) => runCommand(process.argv.slice(2)))
