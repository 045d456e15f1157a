/**
 * Prints known vulnerabilities of the packages that the product runs with, as `npm audit` reports them. Those that do
 * not affect the product are listed in `steps/acceptedAdvisories.json`, with the reason. Only informs: the exit code is
 * always 0, and without a registry that responds it prints `not run`.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import accepted from './steps/acceptedAdvisories.json' with { type: 'json' }
import { type AcceptedAdvisory, advisoriesOf, advisoryLines } from './steps/advisories.ts'

const root = resolve(import.meta.dirname, '..')
const TIMEOUT_MS = 60_000

// the npm that started this script, else the one in the path
const { npm_execpath: script } = process.env
const [program, args] = script && /\.c?js$/.test(script) ? [process.execPath, [script]] : ['npm', []]
const { stdout } = spawnSync(program, [...args, 'audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
})
const list: AcceptedAdvisory[] = accepted
for (const line of advisoryLines(advisoriesOf(stdout ?? ''), list)) process.stdout.write(`${line}\n`)
