/**
 * Checks that everything works in the oldest browsers that README names (scripts/oldestBrowsers.ts): the interfaces
 * that the browser's source files use, by their types; the scripts of the last build, including packages; and its
 * styles. A feature that an oldest browser lacks is an error, unless `browserSupport/allowed.ts` gives a reason; so is
 * a top-level await. Exit code 1 if there is an error.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { allowed } from './browserSupport/allowed.ts'
import { bundleUses, topLevelAwaits } from './browserSupport/bundle.ts'
import { lackedBy } from './browserSupport/compat.ts'
import { interfaceUses } from './browserSupport/interfaces.ts'
import { styleUses } from './browserSupport/styles.ts'
import { outDir } from './webManifest.ts'

const root = resolve(import.meta.dirname, '..')
const isChecked = (file: string) =>
  /^src\/(web|charts|filters|model)\//.test(relative(root, file)) && !/\.test\.tsx?$|\/testing\//.test(file)

const assets = join(root, outDir, 'assets')
const built = (ending: string) =>
  readdirSync(assets)
    .filter((name) => name.endsWith(ending))
    .map((name) => [`${outDir}/assets/${name}`, readFileSync(join(assets, name), 'utf8')] as const)

const scripts = built('.js')
const uses = [
  ...interfaceUses(join(root, 'tsconfig.json'), isChecked),
  ...scripts.flatMap(([file, code]) => bundleUses(file, code)),
  ...built('.css').flatMap(([file, code]) => styleUses(file, code)),
]
const lacked = Map.groupBy(uses, ({ feature }) => feature.join('.'))
let refused = 0
const needed = new Set<string>()

/** Whether there is a reason for the feature, or for all features below a name (`css.properties.cursor.*`). */
function isAllowed(name: string): boolean {
  const names = [name, `${name}.*`, name.replace(/[^.]+$/, '*')]
  const entry = names.find((each) => each in allowed)
  if (entry !== undefined) needed.add(entry)
  return entry !== undefined
}

for (const [name, [first, ...more]] of lacked) {
  const browsers = first ? lackedBy(first) : []
  if (!first || browsers.length === 0 || isAllowed(name)) continue
  refused += 1
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  process.stdout.write(
    `${name}: not in ${browsers.join(', ')}; ${relative(root, resolve(root, first.file))}:${first.line}${others}\n`,
  )
}
for (const [file, code] of scripts) {
  for (const line of topLevelAwaits(code)) {
    refused += 1
    process.stdout.write(`${file}:${line}: a top-level await, with which Safari runs modules before their imports\n`)
  }
}
for (const pattern of Object.keys(allowed).filter((name) => !needed.has(name))) {
  refused += 1
  process.stdout.write(`${pattern}: allowed, but nothing needs it\n`)
}
process.stdout.write(`${uses.length} uses of ${lacked.size} features, ${refused} refused\n`)
process.exit(refused > 0 ? 1 : 0)
