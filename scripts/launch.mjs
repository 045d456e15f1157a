/**
 * The entry point of every npm script. This file must also parse in very old versions of Node; the files it loads need
 * Node 18.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 18) {
  process.stderr.write(
    `Sextant starts with Node 18 or later, but this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}

void import('./launch/commands.mjs').then(({ runCommand }) => runCommand(process.argv.slice(2)))
