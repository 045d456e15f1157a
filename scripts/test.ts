/**
 * `npm test`: every check in one run. Each step is one check; test runners add their own counts. The last line is `N
 * passed, N failed`, and the exit code agrees. `npm test -- unit e2e` runs only the named steps.
 */
import { ENGINE_NAMES } from '../src/engine/dialects/testing/engines.ts'
import type { Outcome } from './steps/outcome.ts'
import { busyPercent, processorTimes } from './steps/processorTimes.ts'
import { note, runStep, type Step, script, shell, stories, tests, tool } from './steps/step.ts'

const isCi = process.env['CI'] === 'true'
/**
 * A CI machine has every engine; elsewhere `npm run test:engines` downloads them, and tests that need one are listed as
 * skipped.
 */
const withEngines = isCi ? [process.execPath, 'scripts/engines/run.ts', ...ENGINE_NAMES, '--'] : []

/** Engines are downloaded while the first checks run, which need none. */
const fetchEngines = isCi ? [shell('fetched', 'scripts/engines/fetch.sh')] : []

/**
 * A CI machine stops a run after 90 minutes and keeps nothing of it. This run ends earlier, with the names of what took
 * too long. `.ci/run` needs some minutes before it.
 */
const deadline = isCi ? performance.now() + 84 * 60_000 : Number.POSITIVE_INFINITY

/** The steps of a whole run. Groups run in their order; the steps of a group run two at a time. */
const stepGroups: Step[][] = [
  [
    ...fetchEngines,
    tool('types', 'tsc', '-b'),
    tool('lint', 'oxlint', '--type-aware', '--deny-warnings', 'src', 'conformance', 'e2e', 'bench', 'scripts'),
    tests('pure'),
    script('build', 'scripts/launch.mjs', 'build'),
    tool('unused', 'knip', '--no-progress'),
    tool('format', 'biome', 'ci', '--linter-enabled=false', '.'),
    note('advisories', 'scripts/advisories.ts'),
    script('borders', 'scripts/borders.ts'),
    script('circles', 'scripts/circles.ts'),
  ],
  // these need the output of `build`
  [
    script('support', 'scripts/browserSupport.ts'),
    script('types100', 'scripts/manyChartTypes.ts'),
    script('budget', 'scripts/byteBudget.ts'),
    script('typeBytes', 'scripts/typeBytes.ts'),
  ],
  [tests('components', { canRepeat: true }), stories('clients', 'conformance/clients/run.ts')],
  // many cases of `fresh` wait for a disk, a registry or a proxy
  [tests('product', { args: ['--project=isolated'], canRepeat: true }), stories('fresh', 'e2e/fresh/run.ts')],
  [tests('engines', { args: ['--project=alone'], before: withEngines, canRepeat: true })],
  [stories('e2e', 'e2e/run.ts')],
  [stories('browsers', 'e2e/browsers/run.ts')],
]

/** Names for several steps. */
const groups: Record<string, string[]> = {
  quick: ['format', 'lint', 'types', 'borders', 'circles', 'unused', 'pure'],
  built: ['build', 'support', 'types100', 'budget', 'typeBytes'],
  unit: ['pure', 'components', 'product'],
}

const wanted = process.argv.slice(2).flatMap((word) => groups[word] ?? [word])
const names = stepGroups.flat().map(({ name }) => name)
const unknown = wanted.filter((word) => !names.includes(word))
if (unknown.length > 0) {
  const known = [...names, ...Object.keys(groups)].join(', ')
  process.stderr.write(`Unknown step: ${unknown.join(', ')}. Steps: ${known}\n`)
  process.exit(2)
}

const totals: Outcome = { passed: 0, failed: 0, skipped: [], unsteady: [], failures: [] }
const summary = new Map<string, string>()
const write = (text: string) => void process.stdout.write(text)

/**
 * Runs a step and adds its result to the totals. If another step runs at the same time, its output is shown when it has
 * ended.
 */
async function play(step: Step, isAlone: boolean): Promise<void> {
  const title = `\n== ${step.name}\n`
  let later = title
  write(isAlone ? title : `\n.. ${step.name} runs\n`)
  const before = processorTimes()
  const started = performance.now()
  const {
    passed,
    failed,
    skipped,
    unsteady,
    failures,
    note: shown,
  } = await runStep(step, { deadline }, (text) => {
    if (isAlone) write(text)
    else later += text
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!isAlone) write(later)
  totals.passed += passed
  totals.failed += failed
  totals.skipped.push(...skipped)
  totals.unsteady.push(...unsteady)
  totals.failures.push(...failures.map((failure) => `${step.name}: ${failure}`))
  const result = shown ?? `${passed} passed, ${failed} failed`
  const busy = isAlone ? `, processors ${busyPercent(before, processorTimes())} % busy` : ''
  summary.set(step.name, `${failed ? 'FAIL' : 'ok  '} ${step.name.padEnd(10)} ${result}, ${seconds} s${busy}`)
}

for (const group of stepGroups) {
  const waiting = group.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const isAlone = waiting.length === 1
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await play(next, isAlone)
  }
  await Promise.all([lane(), lane()])
}

if (totals.skipped.length) {
  process.stdout.write(`\n${totals.skipped.length} skipped, because a service or shared material is missing:\n`)
  const groups = Map.groupBy(totals.skipped, (name) => name)
  for (const [name, { length }] of groups) process.stdout.write(`  ${name}${length > 1 ? ` (${length})` : ''}\n`)
  process.stdout.write('npm run test:engines brings the database engines and runs what needs them\n')
  // a missing service is an error on the CI machine, not a reason to test less
  if (isCi) totals.failed += totals.skipped.length
}
if (totals.failures.length) process.stdout.write(`\nFailed:\n\n${totals.failures.join('\n\n')}\n\n`)
for (const name of totals.unsteady) process.stdout.write(`\nunsteady: ${name}`)
const lines = names.flatMap((name) => summary.get(name) ?? [])
// the last lines are what a reader of a long log sees
const failed = totals.failures.map((failure) => `failed: ${failure.split('\n', 1)[0]}\n`).slice(0, 20)
process.stdout.write(`\n${lines.join('\n')}\n\n${failed.join('')}${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed ? 1 : 0)
