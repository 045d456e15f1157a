/**
 * `npm run test:engines`: downloads the real database engines that tests know (`scripts/engines/fetch.sh`), starts
 * them, and runs every test that uses one. Further arguments are passed to the test runner, for example `-t cancel`.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const run = (program: string, args: string[]) => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1

process.stdout.write('Downloading the engines ...\n')
if (run('bash', ['scripts/engines/fetch.sh']) !== 0) {
  process.stdout.write('Some engines are missing: the tests that need them are skipped.\n')
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const runner = [process.execPath, vitest, 'run', '--project=engines', '--no-file-parallelism', ...process.argv.slice(2)]
process.exit(run(process.execPath, ['scripts/engines/run.ts', '--', ...runner]))
