/**
 * `npm test`: every check in one run. Each step is one check; test runners add their own counts. The last line is `N
 * passed, N failed`, and the exit code agrees. `npm test -- unit e2e` runs only the named steps.
 */
import { MOST_UNSTEADY } from '../e2e/harness/runStories.ts'
import { ENGINE_NAMES } from '../src/engine/dialects/testing/engines.ts'
import type { Outcome } from './steps/outcome.ts'
import { note, runStep, type Step, script, stories, tests, tool } from './steps/step.ts'

const isCi = process.env['CI'] === 'true'
/**
 * A CI machine has every engine; elsewhere `npm run test:engines` downloads them, and tests that need one are listed as
 * skipped.
 */
const withEngines = isCi ? [process.execPath, 'scripts/engines/run.ts', ...ENGINE_NAMES, '--'] : []

/** The steps of a whole run, in their order. */
const steps: Step[] = [
  tool('format', 'biome', 'ci', '--linter-enabled=false', '.'),
  tool('lint', 'oxlint', '--type-aware', '--deny-warnings', 'src', 'conformance', 'e2e', 'bench', 'scripts'),
  tool('types', 'tsc', '-b'),
  script('borders', 'scripts/borders.ts'),
  script('circles', 'scripts/circles.ts'),
  tool('unused', 'knip', '--no-progress'),
  script('build', 'scripts/buildWeb.ts'),
  script('budget', 'scripts/byteBudget.ts'),
  script('support', 'scripts/browserSupport.ts'),
  script('types100', 'scripts/manyChartTypes.ts'),
  note('advisories', 'scripts/advisories.ts'),
  tests('pure'),
  tests('components'),
  tests('product', { args: ['--project=isolated'] }),
  tests('engines', { args: ['--project=alone'], before: withEngines }),
  stories('e2e', 'e2e/run.ts'),
]

/** Steps that take many minutes: they run only if they are named. */
const namedSteps: Step[] = [stories('browsers', 'e2e/browsers/run.ts'), stories('fresh', 'e2e/fresh/run.ts')]

/** Names for several steps. */
const groups: Record<string, string[]> = {
  quick: ['format', 'lint', 'types', 'borders', 'circles', 'unused', 'build', 'budget', 'support', 'pure'],
  unit: ['pure', 'components', 'product'],
}

const wanted = process.argv.slice(2).flatMap((word) => groups[word] ?? [word])
const allSteps = [...steps, ...namedSteps]
const names = allSteps.map(({ name }) => name)
const unknown = wanted.filter((word) => !names.includes(word))
if (unknown.length > 0) {
  const known = [...names, ...Object.keys(groups)].join(', ')
  process.stderr.write(`Unknown step: ${unknown.join(', ')}. Steps: ${known}\n`)
  process.exit(2)
}

const totals: Outcome = { passed: 0, failed: 0, skipped: [], unsteady: [], failures: [] }
const summary: string[] = []
const chosen = wanted.length === 0 ? steps : allSteps.filter(({ name }) => wanted.includes(name))
for (const step of chosen) {
  process.stdout.write(`\n== ${step.name}\n`)
  const started = performance.now()
  const { passed, failed, skipped, unsteady, failures, note: shown } = await runStep(step)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  totals.passed += passed
  totals.failed += failed
  totals.skipped.push(...skipped)
  totals.unsteady.push(...unsteady)
  totals.failures.push(...failures.map((failure) => `${step.name}: ${failure}`))
  const result = shown ?? `${passed} passed, ${failed} failed`
  summary.push(`${failed ? 'FAIL' : 'ok  '} ${step.name.padEnd(10)} ${result}, ${seconds} s`)
}

if (totals.skipped.length) {
  process.stdout.write(`\n${totals.skipped.length} skipped, because a service or shared material is missing:\n`)
  const groups = Map.groupBy(totals.skipped, (name) => name)
  for (const [name, { length }] of groups) process.stdout.write(`  ${name}${length > 1 ? ` (${length})` : ''}\n`)
  process.stdout.write('npm run test:engines brings the database engines and runs what needs them\n')
  // a missing service is an error on the CI machine, not a reason to test less
  if (isCi) totals.failed += totals.skipped.length
}
// each step allows this many; the limit also applies to their total
if (totals.failed === 0 && totals.unsteady.length > MOST_UNSTEADY) {
  totals.failed = totals.unsteady.length - MOST_UNSTEADY
  totals.failures.push(`more than ${MOST_UNSTEADY} stories are unsteady`)
}
if (totals.failures.length) process.stdout.write(`\nFailed:\n\n${totals.failures.join('\n\n')}\n\n`)
for (const name of totals.unsteady) process.stdout.write(`\nunsteady: ${name}`)
process.stdout.write(`\n${summary.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed ? 1 : 0)
