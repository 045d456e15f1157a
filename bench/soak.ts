/**
 * `npm run soak [-- MINUTES | short]`: the figures of docs/reliability.md, each with its goal. Without a number the mixed
 * users work for 60 minutes. `short` leaves out what `npm test` proves by itself and takes less than four minutes.
 */
import { availableParallelism } from 'node:os'
import { measureMixedUsers } from './reliability/mixedUsers.ts'
import { measureOverload } from './reliability/overload.ts'
import { proofs, prove } from './reliability/proofs.ts'
import { openReport } from './reliability/report.ts'
import { startTrial } from './reliability/trial.ts'

const [word = '60'] = process.argv.slice(2)
const isShort = word === 'short'
const minutes = isShort ? 0.5 : Number(word)
if (!(minutes > 0)) {
  process.stderr.write('Usage: npm run soak [-- MINUTES | short]\n')
  process.exit(2)
}

const { report, missed } = openReport()
process.stdout.write(`${availableParallelism()} cores, Node ${process.version}\n`)
const trial = await startTrial(12)
try {
  await measureMixedUsers(trial, report, minutes)
  await measureOverload(trial, report, isShort ? 8 : 30)
} finally {
  await trial.close()
}
if (!isShort) {
  for (const proof of proofs) {
    const { passed, failed, skipped } = prove(proof)
    report(proof.name, failed.length, '', (count) => count === 0, `0 (${passed} tests, ${skipped} skipped)`)
    for (const name of failed) process.stdout.write(`       ${name}\n`)
  }
}
process.stdout.write(
  missed.length === 0 ? 'all goals are met\n' : `${missed.length} goals are missed: ${missed.join('; ')}\n`,
)
process.exit(missed.length === 0 ? 0 : 1)
